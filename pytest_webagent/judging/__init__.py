"""The judgement on an answer: whether it follows from its evidence, and whether the run bears it out.

`verdict.judge` works the evidence out, makes a `case.Case` of it, and asks the rules in the table of its status. A rule
is a function from a case to a sentence a language model can act on (what was found, what to do), empty where nothing is
wrong. It sees one way of being wrong, and it is there because an agent was wrong in that way.

Where to look:

- `verdict`: the tables, with one sentence of why for each rule. Begin here.
- `case`: everything a rule may look at, each fact worked out once. `story` is the run as it was.
- What rules are made of: `goals` and `question` (what a goal wants and asks), `acts` (what was done), `answer_values`, `answers` (what an
  answer says), `trouble` (what reads like an error), the page core (`page`: where things stand, what they are called, its lists) and the core
  of claims (`claims.resolver`: what a thing of a list says of itself).
- What the page itself answers to the question: `page_answers`, which asks the core of questions (`claims`). Where that is sure and the answer is
  another, `parts.elsewise` refuses it; where the answer says it, the rules that only guess at what is meant are not asked (`verdict.untied`).
- Which of several things is meant: `instances` (the things of a list that a text names, for answers, deeds and checks alike), `meant` (all of a list
  that a question means, and the best of them), `rivals` (another value that explains more of the question), `selection` (another option).
- What was to be done: `undone` (each deed with its values, by the coverage that ties answers), `passed_by` (another row, button or field).
- What explains the words of a text: `coverage`, for whoever asks it. `weaknesses` asks it of the predicates of a check (each with what it is about:
  `sights`), where the page itself reads nothing in the statement.
- All other files hold rules, and are named after what they look at.

To add a rule:

1. Write the lie down as a story in a test (see ``tests/evidence_stories.py``): pages, calls, answer, evidence. It stands,
   which is why a rule is wanted.
2. Write its honest twin beside it: the run that looks almost the same and is right. A rule that refuses honest runs is
   worse than none, since people turn off what cries wolf.
3. Write the function, in the file it belongs to, with "Catches ..." and an example for a docstring. It tells rows by
   where things stand and what they say, never by one page's wording. Unsure means silent.
4. Give it a line in a table: who it is for (`when`), and why.
5. Run ``benchmarks/ablation.py``: it tells what each rule alone catches, and which honest runs it alone refuses. A rule
   that alone catches nothing goes.
"""
