// Runs in an isolated world: the page cannot see it, and its timers are real even where a test mocks the page's.
// It observes and never writes. What changes without us (a clock, a carousel) is learned and then passed over.
(() => {
  if (globalThis.webagentWatch) return;

  const INPUT = ['pointermove', 'pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'input', 'change', 'wheel', 'scroll', 'submit'];
  const WHAT = { subtree: true, childList: true, characterData: true, attributes: true };
  const STEADY = { attributes: 800, content: 2000 };   // ms a target may keep changing before it counts as restless
  const STEADY_TIMES = 8;
  const LONGEST_ANIMATION = 1000;                        // ms left of an animation worth waiting for

  const MOST_EARLY = 500;                                // targets; a page that changes more of them does so by itself
  const CONTROLS = 'input, textarea, select';
  const HANDS = ['pointerdown', 'keydown', 'wheel'];     // while nobody of ours acts, they are someone else's

  const background = new WeakSet();
  const strays = new WeakMap();                          // changed long after an action once, and when: it may have been slow
  const habitual = new WeakSet();                        // did so again: it changes by itself
  const effects = new Set();                             // changed by an action, or soon after it had come to rest
  let restless = false;                                  // this document never came to rest so far
  let fresh = false;                                     // nobody watched this document before it was there
  let rested = null, grace = 0;                          // since when nobody acts, and how long effects may be late
  let going = false;                                     // somebody waits on, so that rest is counted from where it was
  let turn = false;                                      // the page is handling an input event right now
  let observer = null, seen, acted, handled, felt, answered, changed, last, animations, ended;
  let early = new Set();                                 // changed since the action began and before an input was seen
  let scopes = [], shown = null;                         // what is watched, and what its controls showed at first
  let listening = null;                                  // ends all listening: a frame may be of another origin by then

  const documents = function* (root) {
    yield root;
    for (const element of root.querySelectorAll('iframe, frame')) {
      try {
        if (element.contentDocument) yield* documents(element.contentDocument);
      } catch (error) { /* another origin */ }
    }
  };

  const roots = function* (root) {
    for (const document of documents(root)) {
      const open = [document];
      while (open.length) {
        const scope = open.pop();
        yield scope;
        for (const element of scope.querySelectorAll('*')) if (element.shadowRoot) open.push(element.shadowRoot);
      }
    }
  };

  const onInput = ({ type }) => {
    if (rested !== null) {
      if (HANDS.includes(type)) stop();
      return;
    }
    acted = true;
    // A pointer also moves and a page also scrolls of itself, when what is under the pointer is laid out anew.
    handled ||= type !== 'pointermove' && type !== 'scroll';
    last = performance.now();
    if (type === 'scroll') { answered = true; return; }
    felt = turn = true;
    setTimeout(() => { turn = false; });
  };

  // What changed before the input came was not changed by it.
  const habit = () => {
    for (const target of early) background.add(target);
    early.clear();
  };

  // What a person sees and no mutation tells: what the controls show, and which popovers are open.
  const showing = () => {
    const found = new Map();
    for (const scope of scopes) {
      for (const one of scope.querySelectorAll(CONTROLS)) {
        const chosen = one.localName === 'select' ? Array.from(one.selectedOptions, ({ index }) => index) : one.value;
        found.set(one, `${one.checked} ${one.indeterminate} ${chosen}`);
      }
      for (const one of scope.querySelectorAll('[popover]')) found.set(one, String(one.matches(':popover-open')));
    }
    return found;
  };

  const shows = () => {
    if (scopes.some((scope) => scope.nodeType === Node.DOCUMENT_NODE && !scope.defaultView)) return true;  // a frame moved on
    const now = showing();
    if (!shown || now.size !== shown.size) return false;  // controls that came or went are mutations
    for (const [one, said] of now) if (shown.get(one) !== said) return true;
    return false;
  };

  const note = (records) => {
    const now = performance.now();
    for (const { target, type } of records) {
      if (turn) answered = true;                         // whatever its habits, it changed upon the input
      if (background.has(target)) continue;
      if (!acted) {
        early.add(target);
        if (early.size > MOST_EARLY) habit();
        continue;
      }
      if (rested === null) { changed += 1; effects.add(target); }
      else if (now - rested <= grace) effects.add(target);
      else if ((strays.get(target) ?? now) !== now) habitual.add(target);
      else strays.set(target, now);
      const known = seen.get(target);
      if (!known) { seen.set(target, { first: now, last: now, times: 1, content: type !== 'attributes' }); last = now; continue; }
      if (now - known.last > 4) known.times += 1;        // records of one turn count once
      known.last = now;
      known.content ||= type !== 'attributes';
      const patience = (known.content ? STEADY.content : STEADY.attributes) / (fresh ? 2 : 1);
      const enough = rested === null ? now - known.first > patience : now - rested > grace;
      if (known.times >= STEADY_TIMES && enough) background.add(target);
      else last = now;
    }
  };

  const stop = () => {
    observer?.disconnect();
    observer = rested = null;
    effects.clear();
    early.clear();
    listening?.abort();
    scopes = [];
    shown = null;
  };

  const running = () => document.getAnimations().filter((animation) => {
    if (animation.playState !== 'running' || animation.timeline !== document.timeline) return false;
    const { endTime } = animation.effect?.getComputedTiming() ?? {};
    return Number.isFinite(endTime) && endTime - animation.currentTime <= LONGEST_ANIMATION;
  });

  const animating = () => performance.now() - ended < LONGEST_ANIMATION && running().some((animation) => !animations.has(animation));

  globalThis.webagentWatch = {
    // Begin to watch; changes before the first input event are the page's own. Returns whether this action may have a
    // late effect, as far as the one before tells: that one had an effect, late or in time, which another time may be late.
    begin(isFresh) {
      if (observer) note(observer.takeRecords());
      const unsure = rested === null || [...effects].some((target) => !habitual.has(target) && !background.has(target));
      stop();
      fresh = isFresh;
      seen = new WeakMap();
      acted = fresh;
      felt = answered = handled = going = false;
      changed = 0;
      last = performance.now();
      animations = new Set(fresh ? [] : running());
      observer = new MutationObserver(note);
      scopes = [...roots(document)];
      listening = new AbortController();
      const { signal } = listening;
      for (const scope of scopes) {
        observer.observe(scope, WHAT);
        for (const name of INPUT) scope.defaultView?.addEventListener(name, onInput, { capture: true, passive: true, signal });
      }
      shown = showing();
      return unsure;
    },

    // Resolves once nothing changed for `calm` ms (`idle` ms if nothing changed at all), or after `most` ms.
    // In a document nobody watched from before, everything that changes counts; so it does when no input was seen:
    // it went into a frame of another origin. `ignored`: the document got input, and neither changed nor scrolled.
    // What is drawn on a canvas cannot be seen to change, so a page with one is never said to ignore anything.
    async quiet(idle, calm, most) {
      if (!observer) this.begin(true);
      const started = performance.now();
      note(observer.takeRecords());
      if (handled) habit();
      else if (!going) last = started;                   // the input, if there was any, came just now and elsewhere
      changed += [...early].filter((target) => !habitual.has(target)).length;
      early.clear();
      acted = true;
      going = false;
      ended = started;
      const rest = (quiet) => {
        if (shows()) {
          changed += 1;
          shown = showing();
        }
        const unseen = answered || scopes.some((scope) => scope.querySelector('canvas'));
        return { quiet, changed, ignored: felt && !unseen && !changed };
      };
      for (let sure = false; ;) {
        note(observer.takeRecords());
        const now = performance.now();
        const bound = restless ? Math.min(most, 300) : most;
        if (now - started >= bound) {
          if (!restless) { restless = true; return rest(false); }
          return rest(true);
        }
        const wanted = changed ? calm : idle;
        const left = wanted - (now - last);
        const busy = document.readyState === 'loading' || window.closed || animating();
        const calmed = left <= 0 && !busy;
        if (calmed && sure) return rest(true);
        sure = calmed;                                   // after a long task, what is due has its turn first
        await new Promise((resolve) => setTimeout(resolve, calmed ? 1 : Math.max(left, 8)));
      }
    },

    // Resolves like `quiet`, which is asked after it for the rest of the time.
    async calm(ms, most) {
      const found = await this.quiet(ms, ms, most);
      going = true;
      return found;
    },

    // Nobody watches any more.
    end() {
      stop();
    },

    // The action is over. What changes from now on is its late effect for `ms`, and after that the page's own doing.
    release(ms) {
      if (!observer) return;
      note(observer.takeRecords());
      seen = new WeakMap();
      scopes = [];                                       // neither they nor what they showed is needed any more
      shown = null;
      grace = ms;
      rested = performance.now();
    },
  };
})();
