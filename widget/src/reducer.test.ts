import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Answer, readAnswer } from './answer.ts';
import { close, closedState, move, receive, seek, type WidgetState } from './reducer.ts';

(globalThis as { location?: unknown }).location = { href: 'https://shop.example/' };

function answerTo(query: string, labels: readonly string[] = [`${query} shoes`, `${query} belt`]): Answer {
  return readAnswer({ suggestions: labels, categories: [], products: [] }, query, 5);
}

const searching = seek(closedState, 'run', null, 2);
const shown = receive(searching, searching.askVersion, answerTo('run'));

test('a new query waits closed, a remembered one opens at once', () => {
  assert.deepEqual([searching.shown, searching.isPending, searching.sought], [null, true, 'run']);
  assert.deepEqual([shown.shown?.query, shown.isPending], ['run', false]);
  const known = seek(closedState, 'run', answerTo('run'), 2);
  assert.deepEqual([known.shown?.query, known.isPending], ['run', true]);
});

test('a shown answer stays, inactive, while another is requested', () => {
  const next = seek(move(shown, 1), 'runn', null, 2);
  assert.equal(next.shown, shown.shown);
  assert.equal(next.active, -1);
});

test('the same text in another spelling asks nothing new', () => {
  assert.equal(seek(shown, ' RUN ', null, 2), shown);
});

test('too few characters close the panel, empty text is discovery', () => {
  assert.equal(seek(shown, 'r', null, 2).closedBy, 'short');
  assert.equal(seek(closedState, '👟', null, 2), closedState);
  assert.equal(seek(closedState, '  ', null, 2).sought, '');
});

test('discovery without anything closes, a search without anything stays', () => {
  const discovering = seek(closedState, '', null, 2);
  assert.equal(receive(discovering, discovering.askVersion, answerTo('', [])).closedBy, 'empty');
  assert.equal(receive(searching, searching.askVersion, answerTo('run', [])).shown?.isNone, true);
});

test('an active choice stays active if refreshed answers keep it', () => {
  const asking = seek(seek(shown, 'belt', null, 2), 'run', answerTo('run'), 2);
  const active = move(move(asking, 1), 1);
  assert.equal(receive(active, active.askVersion, answerTo('run', ['new', 'run belt'])).active, 1);
  assert.equal(receive(active, active.askVersion, answerTo('run', ['new'])).active, -1);
});

type Happening =
  | { type: 'seek'; query: string; isKnown: boolean }
  | { type: 'answer'; age: number }
  | { type: 'move'; step: 1 | -1 }
  | { type: 'close' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    type: fc.constant('seek' as const),
    query: fc.constantFrom('', 'r', 'ru', 'run', 'RUN', 'belt'),
    isKnown: fc.boolean(),
  }),
  fc.record({ type: fc.constant('answer' as const), age: fc.nat(3) }),
  fc.record({ type: fc.constant('move' as const), step: fc.constantFrom(1 as const, -1 as const) }),
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
    case 'move':
      return move(state, event.step);
    case 'close':
      return close(state, 'test');
  }
}

test('only the requested text is shown as settled', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const asked = new Map<number, string>();
      let state = closedState;
      for (const event of happenings) {
        const before = state;
        state = play(state, event, asked);
        assert.ok(state.askVersion >= before.askVersion);
        if (state.shown !== null) assert.ok(state.sought !== null);
        else assert.equal(state.active, -1);
        if (state.shown !== null && !state.isPending)
          assert.equal(state.shown.query.toLowerCase(), state.sought, JSON.stringify(event));
        if (state.sought === null) assert.deepEqual([state.isPending, state.shown], [false, null]);
        const last = (state.shown?.choices.length ?? 0) - 1;
        assert.ok(state.active >= -1 && state.active <= last);
      }
    }),
  );
});
