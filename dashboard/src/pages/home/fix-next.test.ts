import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tasksOf } from './fix-next.ts';

const figures = (query: string, searches: number, no_results: number) => ({
  ...{ query, searches, no_results, clicked: 0, previous_searches: 0 },
  ...{ carts: 0, purchases: 0, revenue: {} },
});
const finding = (code: string, severity: 'info' | 'warning' | 'problem') => ({
  ...{ code, severity, message: code, action: code, link: null },
});

test('tasks come by urgency, then by the searches they help', () => {
  const findings = [finding('note', 'info'), finding('broken', 'problem'), finding('late', 'warning')];
  const missed = [figures('wellies', 40, 30), figures('rare', 4, 4)];
  const tasks = tasksOf(findings, missed, [figures('lamp', 90, 0), figures('boots', 10, 0)]);
  const said = tasks.map((task) =>
    task.kind === 'finding' ? task.finding.code : `${task.query}: ${task.fault}, ${task.worth}`,
  );
  assert.deepEqual(said, [
    ...['broken', 'late', 'lamp: no click, 90', 'wellies: nothing found, 30', 'boots: no click, 10', 'note'],
  ]);
});

test('few queries are enough, and none is no fault', () => {
  assert.deepEqual(tasksOf([], [], []), []);
  const many = Array.from({ length: 20 }, (_, at) => figures(`q${at}`, 50, 50));
  assert.equal(tasksOf([], many, []).length, 6);
});
