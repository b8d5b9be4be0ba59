/**
 * `npm run eval:known -- [CATALOG …] [--locale TAG] [--count N] [--failures N] [--tasks FOLDER] [--alone]`: known-item tasks of
 * catalogs, asked of Foretype and of the peers of `foretype eval --peers`. docs/evaluation.md describes them. It writes nothing but
 * the tasks, where `--tasks` names a folder. Catalogs that are absent are left out aloud; an unknown option throws before anything is
 * asked. Shares are 0 to 1, of tasks.
 */
// Tests: test/bench/known-items.test.ts.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { progress } from './figures.ts';
import { askTasks } from './known-items/ask-all.ts';
import { makeTasks } from './known-items/make-tasks.ts';
import { failureLines, figureLines, taskFile } from './known-items/task-lines.ts';
import { chooseCatalogs, loadMeasured } from './measured-catalogs.ts';

/** Set once: other tasks would be other figures. */
const seed = 20_261_127;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locale: { type: 'string', default: 'en' },
    count: { type: 'string', default: '150' },
    failures: { type: 'string', default: '0' },
    tasks: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
});

for (const catalog of chooseCatalogs(positionals, values.locale)) {
  progress(`${catalog.name}: reading and enriching`);
  const documents = await loadMeasured(catalog);
  const { locale } = catalog;
  const tasks = makeTasks(documents.plain, { locale, perKind: Number(values.count), seed });
  if (values.tasks !== undefined) {
    const name = `${basename(catalog.name).replace(/\..*$/, '')}-tasks.csv`;
    writeFileSync(join(values.tasks, name), taskFile(tasks));
  }
  progress(`${catalog.name}: asking ${tasks.length} tasks`);
  const answers = await askTasks(tasks, documents, { locale, withPeers: !values.alone });
  const lines = [
    ...figureLines(catalog.name, documents.plain.length, tasks, answers),
    ...failureLines(tasks, answers, documents.plain, Number(values.failures)),
  ];
  console.log(`${lines.join('\n')}\n`);
}
