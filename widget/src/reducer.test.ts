import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Answer, readAnswer } from './answer.ts';
import { activate, close, closedState, fail, move, receive, seek, type WidgetState } from './reducer.ts';

(globalThis as { location?: unknown }).location = { href: 'https://shop.example/' };

function answerTo(query: string, labels: readonly string[] = [`${query} shoes`, `${query} belt`]): Answer {
  return readAnswer({ suggestions: labels, categories: [], products: [] }, query, 5);
}

const searching = seek(closedState, 'run', null, 2);
const shown = receive(searching, searching.askVersion, answerTo('run'));

test('a query waits closed until its answer, a remembered one opens at once', () => {
  assert.deepEqual([searching.isOpen, searching.isPending, searching.sought], [false, true, 'run']);
  assert.deepEqual([shown.isOpen, shown.isPending], [true, false]);
  const known = seek(closedState, 'run', answerTo('run'), 2);
  assert.deepEqual([known.isOpen, known.isPending], [true, true]);
});

test('what was shown stays while something else is asked for, with nothing active', () => {
  const next = seek(move(shown, 1), 'runn', null, 2);
  assert.equal(next.shown, shown.shown);
  assert.equal(next.active, -1);
});

test('the same text in another spelling asks nothing new', () => {
  assert.equal(seek(shown, ' RUN ', null, 2), shown);
});

test('fewer letters than the minimum close, counted as characters, but an empty text is discovery', () => {
  assert.equal(seek(shown, 'r', null, 2).closedBy, 'short');
  assert.equal(seek(closedState, '👟', null, 2), closedState);
  assert.equal(seek(closedState, '  ', null, 2).sought, '');
});

test('discovery without anything closes, a search without anything stays', () => {
  const discovering = seek(closedState, '', null, 2);
  assert.equal(receive(discovering, discovering.askVersion, answerTo('', [])).closedBy, 'empty');
  assert.equal(receive(searching, searching.askVersion, answerTo('run', [])).isOpen, true);
});

test('the active choice stays active where the refreshed answer still has it', () => {
  const asking = seek(seek(shown, 'belt', null, 2), 'run', answerTo('run'), 2);
  const active = activate(asking, 1, false);
  assert.equal(receive(active, active.askVersion, answerTo('run', ['new', 'run belt'])).active, 1);
  assert.equal(receive(active, active.askVersion, answerTo('run', ['new'])).active, -1);
});

test('a failure closes only the question that it belongs to', () => {
  assert.equal(fail(shown, shown.askVersion - 1), shown);
  const failed = fail(searching, searching.askVersion);
  assert.deepEqual([failed.isOpen, failed.sought, failed.closedBy], [false, null, 'error']);
});

type Happening =
  | { type: 'seek'; query: string; isKnown: boolean }
  | { type: 'answer' | 'failure'; age: number }
  | { type: 'move'; step: 1 | -1 }
  | { type: 'point'; index: number }
  | { type: 'close' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    type: fc.constant('seek' as const),
    query: fc.constantFrom('', 'r', 'ru', 'run', 'RUN', 'belt'),
    isKnown: fc.boolean(),
  }),
  fc.record({ type: fc.constantFrom('answer' as const, 'failure' as const), age: fc.nat(3) }),
  fc.record({ type: fc.constant('move' as const), step: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ type: fc.constant('point' as const), index: fc.integer({ min: -1, max: 1 }) }),
  fc.record({ type: fc.constant('close' as const) }),
);

/** Plays one happening; `asked` holds the query of every version. */
function play(state: WidgetState, event: Happening, asked: Map<number, string>): WidgetState {
  switch (event.type) {
    case 'seek': {
      const after = seek(state, event.query, event.isKnown ? answerTo(event.query) : null, 2);
      if (after.sought !== null && after !== state) asked.set(after.askVersion, event.query);
      return after;
    }
    case 'answer': {
      const version = state.askVersion - event.age;
      const query = asked.get(version);
      return query === undefined ? state : receive(state, version, answerTo(query));
    }
    case 'failure':
      return fail(state, state.askVersion - event.age);
    case 'move':
      return move(state, event.step);
    case 'point':
      return activate(state, event.index, false);
    case 'close':
      return close(state, 'test');
  }
}

test('whatever happens in whatever order, only what is asked for is shown as settled', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const asked = new Map<number, string>();
      let state = closedState;
      for (const event of happenings) {
        const before = state;
        state = play(state, event, asked);
        assert.ok(state.askVersion >= before.askVersion);
        if (state.isOpen) assert.ok(state.shown && state.sought !== null);
        else assert.equal(state.active, -1);
        if (state.isOpen && !state.isPending)
          assert.equal(state.shown?.query.toLowerCase(), state.sought, JSON.stringify(event));
        if (state.sought === null) assert.deepEqual([state.isPending, state.shown], [false, null]);
        const last = (state.shown?.choices.length ?? 0) - 1;
        assert.ok(state.active >= -1 && state.active <= last);
      }
    }),
  );
});
