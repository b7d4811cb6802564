### Messages and hints about a lock program.
### $word what the message is about

too-long = The program is longer than { $word } bytes.
shorten = A lock needs about ten lines.
tab = A tab stands here.
use-spaces = Use spaces, so that everybody sees the same columns.
control = An unprintable character stands here.
use-escape = In a quoted word, write it as "\x00".
own-clock = A time of a monotonic clock means nothing to anybody else, and here it is sent, or meets what was replied.
own-clock-hint = Compare its times with each other alone, such as now < mine, or leave out the line monotonic clock.
before-section = This line stands before the first section.
begin-with-acquire = A program begins with the line acquire:, before which only at most 2 hold or any number hold, and monotonic clock, may stand. Where a file holds several programs, each begins with a line such as role reader:.
unknown-section = There is no section { $word }:.
write-section = Did you mean { $word }:?
sections = The sections are acquire:, work:, release: and perhaps meanwhile:.
section-order = The section { $word }: does not belong here.
section-order-hint = Each section stands once, in the order acquire:, work:, release:, meanwhile:.
missing-section = The section { $word }: is missing.
missing-section-hint = Add the line { $word }: even if nothing follows it.
falls-off = After this line the client has nowhere to go.
falls-off-hint = End acquire: with enter until ..., retry or give up.
empty-acquire = The section acquire: is empty.
unknown-statement = There is no statement { $word }.
statements = The statements are if, name := value, enter until, retry, give up, wait, work, read, write, claim, extend until, leave and done; Redis commands are in capitals, perhaps behind on and within.
write = Did you mean { $word }?
capitals = Redis commands are written in capitals here.
expected-statement = A statement or a Redis command is expected here.
only-in = { $word } does not belong in this section.
work-elsewhere = To let time pass here, write wait.
store-elsewhere = The store is the holder's: it is read and written in work:.
acquire-decides = Only acquire: decides whether the client gets in; the other sections run once.
nested-if = An if cannot stand behind another.
nested-if-hint = Write the opposite of the first one on a line above, with its own way out.
multi-alone = A transaction cannot stand behind a condition.
multi-form = Write MULTI, the commands and EXEC on lines of their own, in one section.
no-multi = This EXEC has no MULTI before it.
no-exec = This MULTI has no EXEC after it.
in-multi = This cannot stand between MULTI and EXEC.
blocks = { $word } waits at the server, and of the commands that do, a run has those that only pop: BLPOP, BRPOP, BZPOPMIN and BZPOPMAX.
blocks-alone = A pop that waits keeps the connection of the client: it goes to one server, and the program has no meanwhile:.
unasked = { $word } is about messages that nobody asked for, and a client of a run never receives any.
poll = Ask with a command that does not wait, then write wait 1, retry.
of-connection = { $word } is about the connection itself, and a run does not tell connections apart.
of-database = { $word } is about another database, and a run looks at database 0 alone.
by-chance = { $word } leaves a choice or an order to the server, and a server of a run has the same one each time.
name-it = Use a command that says what it takes, such as SREM, SISMEMBER, LPOP or ZPOPMIN.
of-replicas = { $word } changes which server is a replica, and in a run only a move does that.
promote = Leave it out, and promote a replica by a move.
leave-out = Leave it out: each client has one connection to each server, and uses database 0.
wait-queued = Between MULTI and EXEC { $word } does not wait: it counts the replicas before they can have the writes.
waits-for-ever = With a timeout of 0, { $word } waits for ever, and a server of a run carries out every command at once.
wait-form = Write WAIT 1 1000 on a line of its own: one replica, and at most 1000 ms.
random = There are no random numbers here, so nothing gives { $word } a value: a run is the same each time.
no-random = For a random delay, write wait 1 to 3. Whoever steps the clients chooses when they go on, and the search tries every choice.
wait-range = A range has two numbers, the smaller one first.
wait-range-form = The form is wait 1 to 3
empty-multi = There is no command between MULTI and EXEC.
element = No such part of a reply.
element-hint = The parts are reply.1 to reply.9.
command-alone = A command cannot stand behind a comma.
command-alone-hint = Give it a line of its own: one command is one step.
expected-server = A server is expected here: A to E, or all.
on-form = The form is on A, B within 2: GET lock.foo
expected-majority = The word majority is expected here.
on-majority-form = The form is on all within 2 until majority: SET lock.foo <token> NX
command-expected = A Redis command is expected here.
multi-on = A transaction goes to the one server, and waits for it.
comparing = A command that compares before it acts is written as a script.
script-form = Write EVAL compare-and-delete 1 lock.foo <token>, and below the program script compare-and-delete: with the script's lines, each behind two spaces
bad-script-name = A script's name has letters, digits and -, and a colon stands behind it.
script-too-early = Scripts stand behind all sections.
two-scripts = There are two scripts of the name { $word }.
another-name = Give one of them another name.
two-roles = There are two roles of the name { $word }.
many-roles = A file holds at most nine programs.
role-first = A program stands above the first role.
role-first-hint = Give it a line of its own above it, such as role holder:.
no-script = There is no script of the name { $word }.
script-hint = Write script { $word }: at the end of the program, and the script below it.
expected-with = The word with is expected here.
claim-form = The form is claim with token
extend-form = The form is extend until sent + lease
meanwhile-elsewhere = It belongs in meanwhile:, the second thread of a holder.
done-elsewhere = done ends release: or meanwhile:.
two-modes = { $word } does not exist on the server that a line above needs.
modes = A run has one kind of server: DELEX and SET IFNE are commands of Redis 8.4, DELIFEQ is one of Valkey 9, and SET IFEQ is known to both.
unknown-command = This keyspace has no command { $word }.
use-known = Use one that the prompt knows, such as SETNX, GET, GETSET or DEL.
arity = { $word } has a wrong number of arguments.
arity-hint = Its form is { $word }.
unclosed = This < has no > in its line.
unclosed-hint = Close the computed word with >, or quote a word that begins with <.
inside-word = A computed word is a word of its own, and here it stands within another.
inside-word-hint = Have the whole word computed, or put it into quotes if it is meant as it is written.
comment-behind = A comment cannot stand behind a command.
comment-alone = Give it a line of its own, or put # into quotes if it is meant to be sent.
script-indent = A line of a script stands behind two spaces.
script-indent-hint = Put one more space before it.
after-computed = A computed word ends at its >, and this follows it directly.
after-computed-hint = Put a space behind the >.
bad-quote = The quotes of this word do not match.
bad-quote-hint = Close the quote, and put a space behind it.
expected-value = A value is expected here.
values = A value is a number, a quoted text, now, sent, lease, me, token, draft, reply, answers, yes, majority, nil or a register.
number-too-large = The number { $word } does not fit in 64 bits.
largest = The largest is 9223372036854775807.
after-value = The value is complete, and this follows it.
operators = Compute with +, - and *.
not-in-sum = Only numbers can be computed with, and this is none.
expected-relation = A comparison is expected here.
relations = Compare with =, !=, <, <=, > or >=.
expected-colon = A colon is expected here.
if-form = The form is if reply = 1: enter until mine
expected-until = The word until is expected here.
enter-form = The holder says when its lease ends: enter until mine
expected-up = The word up is expected here.
give-up-form = The statement is give up.
trailing = The statement is complete, and this follows it.
trailing-hint = Begin a new line, or put a comma between two statements.
unknown-register = No command fills a register named { $word }.
register-hint = Write it in a command: SETNX lock.foo <{ $word } := now + lease + 1>
reserved-name = { $word } is a word of the language and cannot be a register.
reserved-name-hint = Choose another name, such as mine.

## Where a mistake is
# $line (Number)
# $column (Number)
# $message (Phrase)
# $hint (Phrase)
diagnostic = Line { $line }, column { $column }: { $message } { $hint }
