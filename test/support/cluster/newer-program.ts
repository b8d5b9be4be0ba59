/**
 * Makes later versions of this program: copies of it that bring the database some migrations further (from 9001 on). It never changes
 * the project itself; copies are removed at the end. A node that does not start with the new version rejects; an upgrade is never
 * undone.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFolder } from '../child-service.ts';
import { waitUntil } from '../wait-until.ts';
import type { ClusterNode } from './cluster.ts';
import type { Fault } from './faults.ts';

/** The parts of the program that a process needs. */
const parts = ['server', 'contract', 'csv', 'demo', 'package.json'];

/** The number of the migration that the first later version adds; each one adds the next. */
export const firstNewMigration = 9001;

const migrationOf = (number: number) => `
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

export async function upgrade${number}(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'products', columns: ['proof_${number} text'], defaults: { proof_${number}: '' } });
  const table = step.builder.schema
    .createTable('upgrade_${number}')
    .addColumn('store_id', 'text', (column) => column.notNull());
  await step.transaction.run(table);
}
`;

/** A program in a folder of its own. */
interface NewerProgram {
  readonly folder: string;
  remove(): void;
}

/** The program of so many versions later. */
function makeNewerProgram(versions: number): NewerProgram {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-newer-'));
  for (const part of parts) cpSync(join(programFolder, part), join(folder, part), { recursive: true });
  symlinkSync(join(programFolder, 'node_modules'), join(folder, 'node_modules'));
  const list = join(folder, 'server/storage/migrate.ts');
  let text = readFileSync(list, 'utf8');
  for (let version = 0; version < versions; version += 1) {
    const number = firstNewMigration + version;
    writeFileSync(join(folder, `server/storage/migrations/${number}-upgrade.ts`), migrationOf(number));
    const load = `import { upgrade${number} } from './migrations/${number}-upgrade.ts';\n`;
    const entry = `  { number: ${number}, name: 'upgrade ${number}', up: upgrade${number} },\n`;
    text = text.replace('import type { Migration }', `${load}$&`).replace(/\n\];/, `\n${entry}];`);
  }
  writeFileSync(list, text);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Upgrades of a cluster: the same fault again is the next version. */
export interface Upgrades {
  readonly fault: Fault;
  remove(): void;
}

/**
 * One API node after the other gets the next version, each only once the balancer has the one before; then the workers,
 * where they are not left behind. No request may fail.
 */
export function createUpgrades({ withWorkers }: { readonly withWorkers: boolean }): Upgrades {
  let versions = 0;
  let program: NewerProgram | null = null;
  const replace = async (node: ClusterNode, isBack: () => Promise<boolean> | boolean) => {
    await node.stop();
    await node.start(program?.folder);
    await waitUntil(`${node.name} of the new version`, isBack, 60_000);
  };
  return {
    fault: {
      name: 'a rolling upgrade',
      async inflict({ apiNodes, workers, balancer }) {
        const before = program;
        versions += 1;
        program = makeNewerProgram(versions);
        for (const node of apiNodes) await replace(node, () => balancer.ready().includes(node.name));
        if (withWorkers) {
          for (const node of workers) await replace(node, () => node.isReady());
          before?.remove();
        }
        const [overAt, done] = [performance.now(), Promise.resolve()];
        return { target: withWorkers ? 'all nodes' : 'all API nodes', overAt, done, mayCause: () => false };
      },
    },
    remove: () => program?.remove(),
  };
}
