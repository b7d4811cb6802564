VARIABLES servers, clients, late, roles
vars == <<servers, clients, late, roles>>

\* A value has a kind. A moment is told by its distance from now, on a clock that is right.
Nil == <<"nil", 0>>
Number(n) == <<"number", n>>
Moment(n) == <<"moment", n>>
Word(text) == <<"word", text>>
\* The token of a client's present attempt is number 0, an earlier one's that is on its way has another number.
Token(cl, c) == <<"token", c, cl.attempt>>
Old == <<"old", 0>>
\* In the place of a reply: a request on its way, or nothing any more.
Asked == <<"asked", 0>>
Lost == <<"lost", 0>>
NoMail == [s \in {} |-> Nil]
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
\* A client has computed a request to these servers.
Ask(cl, c, to, within, ready) ==
  [cl EXCEPT !.st = "ready", !.mail = [s \in to |-> Asked], !.left = within, !.ready = ready, !.answers = 0, !.yes = 0,
             !.sent = IF NamesSent THEN Now(c) ELSE @]
Entered(cl, v) ==
  IF IsNumber(v)
  THEN [cl EXCEPT !.holds = TRUE, !.until = IF v[1] = "moment" THEN v[2] ELSE -Horizon, !.pc = WorkAt]
  ELSE [cl EXCEPT !.st = "failed", !.holds = FALSE, !.until = 0]
\* Until a move ends, the token of a new attempt has a number that no other has.
Again(cl) ==
  IF ~NamesToken THEN [cl EXCEPT !.pc = 0]
  ELSE [cl EXCEPT !.pc = 0, !.attempt = @ - 1, !.tries = IF Attempts = 0 THEN 0 ELSE @ + 1]

Put(key, new, yes, no) == IF key.value = Nil THEN <<new, yes>> ELSE <<key, no>>
Deleted(key, may) == IF key.value # Nil /\ may THEN <<NoKey, Number(1)>> ELSE <<key, Number(0)>>
Reached(c, s) ==
  IF s # roles.primary THEN 0
  ELSE Cardinality({r \in roles.replicas : \A n \in DOMAIN servers[r].lag : servers[r].lag[n][2] # c})
