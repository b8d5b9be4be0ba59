import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { createProgress, type Progress, type Step } from './progress.ts';

interface Screen {
  readonly progress: Progress;
  readonly pass: (milliseconds: number) => void;
  /** The written text, without the sequences that move the cursor. */
  readonly lines: () => string[];
  readonly text: () => string;
}

function openScreen(terminal: { readonly isTTY: boolean; readonly columns?: number }): Screen {
  const clock = createDrivenClock();
  let written = '';
  const output = {
    ...terminal,
    write(text: string) {
      written += text;
    },
  };
  return {
    progress: createProgress(clock, output),
    pass: (milliseconds) => clock.advanceMs(milliseconds),
    lines: () =>
      written
        .replaceAll('\r\u001b[K', '\n')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('\u001b')),
    text: () => written,
  };
}

const importing = (done: number, total = 10_000): Step => ({ label: 'importing', done, total, noun: 'rows' });

test('a bar shows share, count, rate and time left', () => {
  const { progress, pass, lines } = openScreen({ isTTY: true });
  progress.show(importing(0));
  pass(2_000);
  progress.show(importing(2_500));
  assert.deepEqual(lines(), [
    `importing ${'░'.repeat(30)} 0% | 0 of 10000 rows`,
    `importing ${'█'.repeat(8)}${'░'.repeat(22)} 25% | 2500 of 10000 rows | 1250 rows/s | 6 s left`,
  ]);
});

test('a step without a total shows no share', () => {
  const { progress, lines } = openScreen({ isTTY: true });
  progress.show({ label: 'reading the file', done: 0, total: 0, noun: 'rows' });
  assert.deepEqual(lines(), ['reading the file']);
});

test('a bar is drawn four times a second at most', () => {
  const { progress, pass, lines } = openScreen({ isTTY: true });
  for (let done = 0; done < 100; done += 1) {
    progress.show(importing(done));
    pass(10);
  }
  assert.equal(lines().length, 4);
});

test('the end draws the last state and the cursor', () => {
  const { progress, lines, text } = openScreen({ isTTY: true });
  progress.show(importing(0));
  progress.show(importing(10_000));
  progress.end();
  progress.end();
  assert.equal(lines().at(-1), `importing ${'█'.repeat(30)} 100% | 10000 of 10000 rows`);
  assert.ok(text().endsWith('\n\u001b[?25h'));
});

test('a bar fits into a narrow terminal', () => {
  const { progress, lines } = openScreen({ isTTY: true, columns: 20 });
  progress.show(importing(5_000));
  assert.deepEqual(
    lines().map((line) => line.length),
    [19],
  );
});

test('a terminal without a width cuts nothing off', () => {
  const { progress, lines } = openScreen({ isTTY: true, columns: 0 });
  progress.show({ label: 'waiting for a worker', done: 0, total: 0, noun: 'rows' });
  assert.deepEqual(lines(), ['waiting for a worker']);
});

test('without a terminal each phase is one line', () => {
  const { progress, pass, lines } = openScreen({ isTTY: false });
  progress.show({ label: 'starting', done: 0, total: 0, noun: 'rows' });
  progress.show(importing(0));
  pass(1_000);
  progress.show(importing(500));
  pass(4_000);
  progress.show(importing(2_500));
  progress.end();
  assert.deepEqual(lines(), [
    'starting',
    'importing: 0 of 10000 rows',
    'importing: 2500 of 10000 rows, 500 rows/s',
  ]);
});
