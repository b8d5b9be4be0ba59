/** The next version of this program: a copy of it that brings the database one migration further. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFolder } from '../child-service.ts';

/** What a process needs of the program. */
const parts = ['server', 'contract', 'csv', 'demo', 'package.json'];

const migration = `
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

export async function upgradeProof(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'products', columns: ['proof text'], defaults: { proof: '' } });
  const table = step.builder.schema
    .createTable('upgrade_proof')
    .addColumn('store_id', 'text', (column) => column.notNull());
  await step.transaction.run(table);
}
`;

/** Made in a folder of its own; `remove` takes it away. */
export function makeNewerProgram(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-newer-'));
  for (const part of parts) cpSync(join(programFolder, part), join(folder, part), { recursive: true });
  symlinkSync(join(programFolder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'server/storage/migrations/9001-upgrade-proof.ts'), migration);
  const list = join(folder, 'server/storage/migrate.ts');
  const text = readFileSync(list, 'utf8');
  const grown = text
    .replace(
      'import type { Migration }',
      "import { upgradeProof } from './migrations/9001-upgrade-proof.ts';\n$&",
    )
    .replace(/\n\];/, "\n  { number: 9001, name: 'upgrade proof', up: upgradeProof },\n];");
  writeFileSync(list, grown);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
