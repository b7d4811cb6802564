Fresh(skew, round, tries) ==
  [pc |-> 0, st |-> "run", left |-> 0, reply |-> Nil, sent |-> Nil, reg |-> [r \in 1..Registers |-> Nil],
   holds |-> FALSE, until |-> 0, ready |-> <<>>, mail |-> NoMail, answers |-> 0, yes |-> 0,
   skew |-> skew, round |-> round, tries |-> tries, attempt |-> 0]

Busy(cl) == cl.st \in {"ready", "waits"}
\* A client forgets what no line reads any more.
Slim(cl) ==
  LET is_over == cl.st \notin {"run", "sleep", "ready", "waits"}
      needs == Needs[IF is_over THEN End + 1 ELSE IF Busy(cl) THEN cl.pc + 2 ELSE cl.pc + 1] IN
  [cl EXCEPT
    !.pc = IF is_over THEN End ELSE @,
    !.reply = IF needs.reply /\ ~Busy(cl) THEN @ ELSE Nil,
    !.sent = IF needs.sent THEN @ ELSE Nil,
    !.answers = IF needs.votes \/ Busy(cl) THEN @ ELSE 0,
    !.yes = IF needs.votes \/ Busy(cl) THEN @ ELSE 0,
    !.reg = [r \in DOMAIN @ |-> IF needs.reg[r] THEN @[r] ELSE Nil],
    !.attempt = 0]

\* The same with other values: F is of a value, K of a key.
InServers(K(_), all) ==
  [s \in Servers |-> [all[s] EXCEPT !.key = K(@), !.lag = [n \in DOMAIN @ |-> <<K(@[n][1]), @[n][2]>>]]]
InClient(F(_), cl) ==
  [cl EXCEPT !.reply = F(@), !.sent = F(@), !.reg = [r \in DOMAIN @ |-> F(@[r])],
             !.ready = [n \in DOMAIN @ |-> F(@[n])], !.mail = [s \in DOMAIN @ |-> F(@[s])]]
InLate(F(_), all) ==
  LET New(m) == [m EXCEPT ![4] = [n \in DOMAIN @ |-> F(@[n])]] IN
  IF all = EmptyBag THEN all ELSE BagOfAll(New, all)

Becomes(c, cl, hosts, sent) ==
  LET all == [clients EXCEPT ![c] = Slim(cl)]
      held == {v \in UNION {{m[4][n] : n \in DOMAIN m[4]} : m \in DOMAIN sent} : v[1] = "token" /\ v[2] = c}
      F(v) ==
        IF v[1] # "token" \/ v[2] # c THEN v
        ELSE IF v[3] = cl.attempt THEN <<"token", c, 0>>
        ELSE IF v \in held THEN <<"token", c, 1 + Cardinality({w \in held : w[3] < v[3]})>>
        ELSE Old
      K(key) == [key EXCEPT !.value = F(@)] IN
  /\ UNCHANGED roles
  /\ Attempts = 0 \/ cl.tries < Attempts
  /\ IF cl.attempt = 0
     THEN servers' = hosts /\ clients' = all /\ late' = sent
     ELSE /\ servers' = InServers(K, hosts)
          /\ clients' = [d \in Clients |-> InClient(F, all[d])]
          /\ late' = InLate(F, sent)

Awake(cl) == cl.st = "run" \/ Busy(cl) \/ (cl.st = "sleep" /\ cl.left = 0)
Woken(cl) == IF cl.st = "sleep" THEN [cl EXCEPT !.st = "run", !.pc = @ + 1] ELSE cl
Prepared(c) == IF Busy(clients[c]) THEN clients[c] ELSE Find(Woken(clients[c]), c)
Meet(a, b, cut) == (a \in cut) <=> (b \in cut)
Sent(cl, c) ==
  [cl EXCEPT !.st = "waits", !.mail = [s \in DOMAIN @ |-> IF s \in roles.up /\ Meet(c, s, roles.cut) THEN Asked ELSE Lost]]

\* Some servers carry out a client's request. A write of the primary is on its way to the replicas then.
Done(to, c, pc, v) == [s \in to |-> Answer(servers[s].key, c, s, pc, v)]
Written(done, c) ==
  LET main == roles.primary IN
  [s \in Servers |->
    IF s \in DOMAIN done THEN [servers[s] EXCEPT !.key = done[s][1]]
    ELSE IF s \in roles.replicas /\ main \in DOMAIN done /\ done[main][1] # servers[main].key
    THEN [servers[s] EXCEPT !.lag = Append(@, <<done[main][1], c>>)]
    ELSE servers[s]]

Agrees(pc, v) == v # Nil /\ (pc \in Reads \/ v # Number(0))
Enough(cl) == cl.pc \in Hasty /\ (cl.yes >= Majority \/ cl.yes + Cardinality(DOMAIN cl.mail) < Majority)
Act(cl, c, reply) ==
  Run([cl EXCEPT !.st = "run", !.left = 0, !.mail = NoMail, !.ready = <<>>, !.reply = reply, !.pc = @ + 1], c, FALSE)
Take(cl, c, replies) ==
  LET from == DOMAIN replies
      new == [cl EXCEPT
        !.answers = @ + Cardinality(from),
        !.yes = @ + Cardinality({s \in from : Agrees(cl.pc, replies[s])}),
        !.mail = [s \in DOMAIN @ \ from |-> @[s]]] IN
  IF DOMAIN new.mail # {} /\ ~Enough(new) THEN new
  ELSE Act(new, c, IF cl.pc \in Several THEN Nil ELSE replies[CHOOSE s \in from : TRUE])
\* The client waits no longer for the requests that are on their way.
Left(c) ==
  LET cl == clients[c] IN
  IF cl.st # "waits" THEN late
  ELSE late (+) SetToBag({<<c, s, cl.pc, cl.ready>> : s \in {t \in DOMAIN cl.mail : cl.mail[t] = Asked}})

Step(c) ==
  /\ Awake(clients[c])
  /\ LET cl == Prepared(c)
         out == IF cl.st = "ready" THEN Sent(cl, c) ELSE cl
         here == {s \in DOMAIN out.mail : out.mail[s] # Lost}
         done == Done({s \in here : out.mail[s] = Asked}, c, cl.pc, cl.ready)
         replies == [s \in here |-> IF s \in DOMAIN done THEN done[s][2] ELSE out.mail[s]] IN
     IF ~Busy(cl) THEN Becomes(c, cl, servers, late)
     ELSE IF here # {} THEN Becomes(c, Take(out, c, replies), Written(done, c), late)
     ELSE IF out.left = 0 THEN Becomes(c, Act(out, c, Nil), servers, late)
     ELSE clients[c].st # "waits" /\ Becomes(c, out, servers, late)

Read(c) == Awake(clients[c]) /\ ~Busy(clients[c]) /\ Becomes(c, Prepared(c), servers, late)
Send(c) == clients[c].st = "ready" /\ Becomes(c, Sent(clients[c], c), servers, late)
TimeOut(c) ==
  clients[c].st = "waits" /\ clients[c].left = 0 /\ Becomes(c, Act(clients[c], c, Nil), servers, Left(c))
Execute(c, s) ==
  /\ clients[c].mail[s] = Asked
  /\ LET done == Done({s}, c, clients[c].pc, clients[c].ready) IN
     servers' = Written(done, c) /\ clients' = [clients EXCEPT ![c].mail[s] = done[s][2]]
  /\ UNCHANGED <<late, roles>>
Receive(c, s) ==
  /\ clients[c].mail[s] \notin {Asked, Lost}
  /\ LET new == Take(clients[c], c, [t \in {s} |-> clients[c].mail[s]]) IN
     Becomes(c, new, servers, IF new.st = "waits" THEN late ELSE Left(c))
Lose(c, s) ==
  clients[c].mail[s] # Lost /\ clients' = [clients EXCEPT ![c].mail[s] = Lost] /\ UNCHANGED <<servers, late, roles>>
\* The same of a request whose client does not wait for it.
ExecuteLate(m) ==
  /\ servers' = Written(Done({m[2]}, m[1], m[3], m[4]), m[1])
  /\ late' = late (-) SetToBag({m}) /\ UNCHANGED <<clients, roles>>
LoseLate(m) == late' = late (-) SetToBag({m}) /\ UNCHANGED <<servers, clients, roles>>

Crash(c) ==
  /\ MayCrash /\ clients[c].st \in {"run", "sleep", "ready", "waits"}
  /\ Becomes(c, [clients[c] EXCEPT !.st = "crashed", !.left = 0, !.holds = FALSE, !.until = 0, !.ready = <<>>, !.mail = NoMail],
       servers, Left(c))
Restart(c) ==
  LET cl == clients[c] IN
  /\ cl.st \in {"done", "gave up"} \/ (MayRestart /\ cl.st \in {"crashed", "failed"})
  /\ Rounds = 0 \/ cl.round < Rounds
  /\ Becomes(c, Again(Fresh(cl.skew, IF Rounds = 0 THEN 0 ELSE cl.round + 1, cl.tries)), servers, late)

Fail(s) ==
  /\ s \in roles.up /\ roles' = [roles EXCEPT !.up = @ \ {s}]
  /\ servers' = [servers EXCEPT ![s].key = NoKey]
  /\ clients' = [c \in Clients |->
       IF clients[c].st = "waits" /\ s \in DOMAIN clients[c].mail /\ clients[c].mail[s] = Asked
       THEN [clients[c] EXCEPT !.mail[s] = Lost] ELSE clients[c]]
  /\ late' = [m \in {n \in DOMAIN late : n[2] # s} |-> late[m]]
Recover(s) == s \notin roles.up /\ roles' = [roles EXCEPT !.up = @ \union {s}] /\ UNCHANGED <<servers, clients, late>>
Replicate(s) ==
  /\ s \in roles.replicas /\ {s, roles.primary} \subseteq roles.up /\ servers[s].lag # <<>>
  /\ Meet(s, roles.primary, roles.cut)
  /\ servers' = [servers EXCEPT ![s].key = Head(servers[s].lag)[1], ![s].lag = Tail(@)]
  /\ UNCHANGED <<clients, late, roles>>
Promote(s) ==
  /\ s \in roles.replicas \intersect roles.up
  /\ roles' = [roles EXCEPT !.primary = s, !.replicas = @ \ {s}]
  /\ servers' = [servers EXCEPT ![s].lag = <<>>] /\ UNCHANGED <<clients, late>>

\* A client or a server comes to the other side of the network, and what is on its way between the sides is lost.
Part(n) ==
  LET cut == IF n \in roles.cut THEN roles.cut \ {n} ELSE roles.cut \union {n} IN
  /\ roles' = [roles EXCEPT !.cut = cut]
  /\ clients' = [c \in Clients |-> [clients[c] EXCEPT !.mail =
       [s \in DOMAIN @ |-> IF clients[c].st = "waits" /\ ~Meet(c, s, cut) THEN Lost ELSE @[s]]]]
  /\ late' = [m \in {k \in DOMAIN late : Meet(k[1], k[2], cut)} |-> late[m]] /\ UNCHANGED servers
SetClock(c, n) ==
  /\ clients[c].st \in {"run", "sleep", "ready", "waits"} /\ clients[c].skew # n
  /\ clients' = [clients EXCEPT ![c].skew = n] /\ UNCHANGED <<servers, late, roles>>
SetServerClock(s, n) ==
  LET d == n - servers[s].skew
      Passed(key) ==
        IF key.left = NoEnd THEN key ELSE IF key.left < d THEN NoKey ELSE [key EXCEPT !.left = @ - d] IN
  /\ d # 0 /\ servers' = [servers EXCEPT ![s].skew = n, ![s].key = Passed(@)] /\ UNCHANGED <<clients, late, roles>>

\* Any time that passes at once is one move. Moments that are long past keep their order and nothing else.
Keys == {servers[s].key : s \in Servers} \union UNION {{servers[s].lag[n][1] : n \in DOMAIN servers[s].lag} : s \in Servers}
Values == {key.value : key \in Keys} \union UNION {{clients[c].reply, clients[c].sent} : c \in Clients}
  \union UNION {{clients[c].reg[r] : r \in 1..Registers} : c \in Clients}
  \union UNION {{clients[c].ready[n] : n \in DOMAIN clients[c].ready} : c \in Clients}
  \union UNION {{clients[c].mail[s] : s \in DOMAIN clients[c].mail} : c \in Clients}
  \union UNION {{m[4][n] : n \in DOMAIN m[4]} : m \in DOMAIN late}
Moments == {v[2] : v \in {w \in Values : w[1] = "moment"}}
AtLeast(n, least) == IF n < least THEN least ELSE n
Valid(c, d) == clients[c].holds /\ clients[c].until - d > clients[c].skew
Tick(d) ==
  LET moments == Moments
      Later(n) ==
        IF n - d >= -Horizon THEN n - d
        ELSE -Horizon - 1 - Cardinality({m \in moments : m > n /\ m - d < -Horizon})
      Shift(v) == IF v[1] = "moment" THEN Moment(Later(v[2])) ELSE v
      K(key) ==
        IF key.left # NoEnd /\ key.left < d THEN NoKey
        ELSE Key(Shift(key.value), IF key.left = NoEnd THEN NoEnd ELSE key.left - d) IN
  /\ MayOverrun \/ \A c \in Clients : clients[c].holds => Valid(c, d)
  /\ servers' = InServers(K, servers)
  /\ clients' = [c \in Clients |-> [InClient(Shift, clients[c]) EXCEPT
       !.left = IF @ = NoEnd THEN @ ELSE AtLeast(@ - d, 0),
       !.until = IF clients[c].holds THEN AtLeast(@ - d, -Horizon) ELSE 0]]
  /\ late' = InLate(Shift, late)
  /\ UNCHANGED roles

\* How long something still changes by itself.
Ends == {1} \union {key.left + 1 : key \in Keys} \union {m + Horizon + 1 : m \in Moments}
  \union {clients[c].left : c \in Clients} \union {clients[c].until + Horizon : c \in {d \in Clients : clients[d].holds}}
Last == LET all == Ends IN CHOOSE n \in all : \A m \in all : m <= n

Init ==
  /\ servers = [s \in Servers |-> [key |-> NoKey, lag |-> <<>>, skew |-> 0]]
  /\ late = EmptyBag
  /\ roles = [up |-> Servers, primary |-> First, replicas |-> Replicas, cut |-> {}]
  /\ clients \in [Clients -> {Fresh(skew, IF Rounds = 0 THEN 0 ELSE 1, 0) : skew \in 0..Apart}]
Next ==
  \/ \E c \in Clients : Step(c) \/ TimeOut(c) \/ Crash(c) \/ Restart(c)
  \/ MayRead /\ \E c \in Clients : Read(c)
  \/ MayTravel /\ \E c \in Clients : Send(c)
  \/ MayTravel /\ \E c \in {d \in Clients : clients[d].st = "waits"} : \E s \in DOMAIN clients[c].mail : Execute(c, s) \/ Receive(c, s)
  \/ MayLose /\ \E c \in {d \in Clients : clients[d].st = "waits"} : \E s \in DOMAIN clients[c].mail : Lose(c, s)
  \/ \E m \in DOMAIN late : (MayTravel /\ ExecuteLate(m)) \/ (MayLose /\ LoseLate(m))
  \/ MayForget /\ \E s \in Servers : Fail(s) \/ Recover(s)
  \/ MayFailOver /\ \E s \in Servers : Replicate(s) \/ Promote(s)
  \/ MayPart /\ \E n \in Clients \union Servers : Part(n)
  \/ \E n \in ClocksSet : \E c \in Clients : SetClock(c, n)
  \/ \E n \in ServerClocksSet : \E s \in Servers : SetServerClock(s, n)
  \/ \E d \in 1..Last : Tick(d)
  \* No deadlock, where time stands still.
  \/ ~MayOverrun /\ UNCHANGED vars
Spec == Init /\ [][Next]_vars

FewLeases == Cardinality({c \in Clients : Valid(c, 0)}) <= Holders
FewBelievers == Cardinality({c \in Clients : clients[c].holds}) <= Holders
====
