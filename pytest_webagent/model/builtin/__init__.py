"""The embedded model: a planner for plain English that needs no key and refuses what it does not understand.

How a goal becomes tool calls::

    goal.py        the goal is cut into questions, statements that must hold, conditions, and steps
    step_reader.py a step is read on the page on which it is done: each way to take its words is tried there, the first
                   that the page can do is meant; step_clauses.py cuts it, the verbs are in `language/deeds`
                   step_values.py tells which of its words are a value and which the place where it goes
    grammar/       commands.py: what is done in one way only, whatever the page calls its things: keys, tabs, dialogs, logging in;
                   how questions, checks and conditions are told
    instruction.py the records: instructions, questions, targets
    planner.py     one step: what the previous call came to, the next instruction, the next call
    steps/         how each kind of instruction is carried out on a page
    finder.py      target -> element, by `claims/element_finder`; named_things.py: things of lists by name, row_controls.py: what of a row or card is pressed,
                   short_names.py: when a name may be said in short; words.py tells how well words fit an option
    answers.py     questions by `claims/questions` and statements by `claims/predicates`, with what both cite; notices.py for messages
    closing.py     what a goal that asks nothing ends with, and what shows that it was reached

Rules it keeps:

- Quoted words are a name or value as it stands; other words may be part of a name, and long ones may have a typo.
- The best fit is taken only if it is the only one as good; otherwise the run ends ``not_understood`` and names the
  candidates. Nothing is pressed, typed or answered on a doubtful match.
- What is not on the page is looked for by scrolling down, one short wait, behind tabs and folds, in the rest of a list, in the
  menu of its row, under the pointer, on its own page; then it is refused. What is to be pressed while
  a canvas or the like is in view is first described to the click tool, once: a grounder may see it there.
- ``goal_not_met`` is only for what was found and refuses: a disabled control, an option that is not offered, a
  statement that does not hold, a text that never appears, an error that the page shows after the last step.
- What is answered cites the elements that decided, worked out on the page they were read from, which is named by its
  step; so does ``goal_not_met``. Where the words are on the page but nothing decides, the run ends ``not_understood``.
- An alert is acknowledged, because it leaves no choice. Any other dialog is answered only if the goal says how.
- A goal that asks nothing is answered with the newest alert or status text, else the main heading, else the title.
  Several questions are answered in order, joined by "; "; those of one sentence are one question for `claims/conjunction`.
"""
