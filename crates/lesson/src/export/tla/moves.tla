Fresh(skew, round) ==
  [pc |-> 0, st |-> "run", left |-> 0, reply |-> Nil, sent |-> Nil, reg |-> [r \in 1..Registers |-> Nil],
   holds |-> FALSE, until |-> 0, ready |-> <<>>, skew |-> skew, round |-> round, again |-> FALSE]

\* A client forgets what no line reads any more.
Slim(cl) ==
  LET is_over == cl.st \notin {"run", "sleep"}
      needs == Needs[IF is_over THEN End + 1 ELSE cl.pc + 1] IN
  [cl EXCEPT
    !.pc = IF is_over THEN End ELSE @,
    !.reply = IF needs.reply THEN @ ELSE Nil,
    !.sent = IF needs.sent THEN @ ELSE Nil,
    !.reg = [r \in DOMAIN @ |-> IF needs.reg[r] THEN @[r] ELSE Nil],
    !.again = FALSE]

Age(v, c) == IF v = Token(c) THEN <<"old", c>> ELSE v
Aged(cl, c) == [cl EXCEPT !.reply = Age(@, c), !.reg = [r \in DOMAIN @ |-> Age(@[r], c)]]

Becomes(c, cl, new) ==
  LET all == [clients EXCEPT ![c] = Slim(cl)] IN
  IF cl.again
  THEN /\ clients' = [d \in Clients |-> Aged(all[d], c)]
       /\ key' = [new EXCEPT !.value = Age(@, c)]
  ELSE /\ clients' = all
       /\ key' = new

Awake(cl) == cl.st = "run" \/ (cl.st = "sleep" /\ cl.left = 0)
Woken(cl) == IF cl.st = "sleep" THEN [cl EXCEPT !.st = "run", !.pc = @ + 1] ELSE cl
Prepared(c) == IF clients[c].ready # <<>> THEN clients[c] ELSE Find(Woken(clients[c]), c)

Step(c) ==
  /\ Awake(clients[c])
  /\ LET cl == Prepared(c) IN
     IF cl.ready = <<>> THEN Becomes(c, cl, key)
     ELSE LET answer == Answer(cl) IN
       Becomes(c, Run([cl EXCEPT !.ready = <<>>, !.reply = answer[2], !.pc = @ + 1], c, FALSE), answer[1])

Read(c) == HasGap /\ Awake(clients[c]) /\ clients[c].ready = <<>> /\ Becomes(c, Prepared(c), key)

Crash(c) ==
  /\ MayCrash /\ clients[c].st \in {"run", "sleep"}
  /\ Becomes(c, [clients[c] EXCEPT !.st = "crashed", !.left = 0, !.holds = FALSE, !.until = 0, !.ready = <<>>], key)

Restart(c) ==
  LET cl == clients[c] IN
  /\ cl.st \in {"done", "gave up"} \/ (MayRestart /\ cl.st \in {"crashed", "failed"})
  /\ Rounds = 0 \/ cl.round < Rounds
  /\ Becomes(c, [Fresh(cl.skew, IF Rounds = 0 THEN 0 ELSE cl.round + 1) EXCEPT !.again = TRUE], key)

\* Any time that passes at once is one move. Moments that are long past keep their order and nothing else.
Values == {key.value} \union UNION {{clients[c].reply, clients[c].sent} : c \in Clients}
  \union UNION {{clients[c].reg[r] : r \in 1..Registers} : c \in Clients}
  \union UNION {{clients[c].ready[n] : n \in 1..Len(clients[c].ready)} : c \in Clients}
Moments == {v[2] : v \in {w \in Values : w[1] = "moment"}}
Later(n, d) ==
  IF n - d >= -Horizon THEN n - d
  ELSE -Horizon - 1 - Cardinality({m \in Moments : m > n /\ m - d < -Horizon})
Shift(v, d) == IF v[1] = "moment" THEN Moment(Later(v[2], d)) ELSE v
AtLeast(n, least) == IF n < least THEN least ELSE n
Tick(d) ==
  /\ key' =
     IF key.left # NoEnd /\ key.left < d THEN NoKey
     ELSE Key(Shift(key.value, d), IF key.left = NoEnd THEN NoEnd ELSE key.left - d)
  /\ clients' = [c \in Clients |-> LET cl == clients[c] IN [cl EXCEPT
       !.left = AtLeast(@ - d, 0),
       !.reply = Shift(@, d), !.sent = Shift(@, d), !.reg = [r \in DOMAIN @ |-> Shift(@[r], d)],
       !.ready = [n \in DOMAIN @ |-> Shift(@[n], d)],
       !.until = IF cl.holds THEN AtLeast(@ - d, -Horizon) ELSE 0]]

\* How long something still changes by itself.
Ends == {1, key.left + 1} \union {m + Horizon + 1 : m \in Moments}
  \union {clients[c].left : c \in Clients} \union {clients[c].until + Horizon : c \in {d \in Clients : clients[d].holds}}
Last == CHOOSE n \in Ends : \A m \in Ends : m <= n

Init ==
  /\ key = NoKey
  /\ clients \in [Clients -> {Fresh(skew, IF Rounds = 0 THEN 0 ELSE 1) : skew \in 0..Apart}]
Next ==
  \/ \E c \in Clients : Step(c) \/ Read(c) \/ Crash(c) \/ Restart(c)
  \/ \E d \in 1..Last : Tick(d)
Spec == Init /\ [][Next]_vars

Valid(c) == clients[c].holds /\ clients[c].until > clients[c].skew
FewLeases == Cardinality({c \in Clients : Valid(c)}) <= Holders
FewBelievers == Cardinality({c \in Clients : clients[c].holds}) <= Holders
====
