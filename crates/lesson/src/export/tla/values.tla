VARIABLES key, clients
vars == <<key, clients>>
Alike == Permutations(Clients)

\* A value has a kind. A moment is told by its distance from now, on a clock that is right.
Nil == <<"nil", 0>>
Number(n) == <<"number", n>>
Moment(n) == <<"moment", n>>
Word(text) == <<"word", text>>
\* The token of a client's present attempt; an earlier one's is "old".
Token(c) == <<"token", c>>
Go == <<"go", 0>>
NoEnd == -1
Key(value, left) == [value |-> value, left |-> left]
NoKey == Key(Nil, NoEnd)

IsNumber(v) == v[1] \in {"number", "moment"}
Plus(v, n) == IF IsNumber(v) THEN <<v[1], v[2] + n>> ELSE v
\* A number that is no moment is smaller than every moment.
Less(v, w) ==
  /\ IsNumber(v) /\ IsNumber(w)
  /\ IF v[1] = w[1] THEN v[2] < w[2] ELSE v[1] = "number"
AtMost(v, w) == IsNumber(v) /\ IsNumber(w) /\ ~Less(w, v)
\* A comparison with nil is false, unless the program writes nil.
Same(v, w) == v # Nil /\ v = w
Differ(v, w) == v # Nil /\ w # Nil /\ v # w

Now(c) == Moment(clients[c].skew)
Sent(cl, c) == IF NamesSent THEN [cl EXCEPT !.sent = Now(c)] ELSE cl
Entered(cl, v) ==
  IF IsNumber(v)
  THEN [cl EXCEPT !.holds = TRUE, !.until = IF v[1] = "moment" THEN v[2] ELSE -Horizon, !.pc = WorkAt]
  ELSE [cl EXCEPT !.st = "failed", !.holds = FALSE, !.until = 0]
\* The token of the attempt before is another one.
Again(cl, c) == [cl EXCEPT !.pc = 0, !.again = TRUE, !.reply = IF @ = Token(c) THEN <<"old", c>> ELSE @]

Put(new, yes, no) == IF key.value = Nil THEN <<new, yes>> ELSE <<key, no>>
Deleted(may) == IF key.value # Nil /\ may THEN <<NoKey, Number(1)>> ELSE <<key, Number(0)>>
