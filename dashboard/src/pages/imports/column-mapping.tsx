// Tests: test/browser/dashboard.test.ts.
import { NativeSelect, Table, Text } from '@mantine/core';
import type { CsvField } from '../../../../contract/words/csv.ts';
import { standardFields } from '../../../../contract/words/product.ts';
import type { CsvColumn, CsvLayout, CsvSettings } from '../../../../csv/layout.ts';
import { Panel } from '../../parts/panel.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { countOf } from '../../words/numbers.ts';
import classes from './column-mapping.module.css';

/** Options of a select are text, so the two that name no field need values that no field has. */
const attributeValue = 'attribute';
const ignoredValue = '-';

const fieldChoices = [
  { value: attributeValue, label: 'An attribute with the name of the column' },
  { value: ignoredValue, label: 'Leave out' },
  ...standardFields
    .filter((field) => field !== 'attributes')
    .map((field) => ({ value: field, label: field })),
  { value: 'attributes', label: 'attributes (label: value)' },
];

interface ColumnMappingProps {
  readonly layout: CsvLayout;
  readonly settings: CsvSettings;
  readonly onChange: (changed: CsvSettings) => void;
}

/**
 * Chooses which field each column of a CSV file becomes; the rows below follow at once. Makes no call: the choice is
 * sent with the import.
 */
export function ColumnMapping({ layout, settings, onChange }: ColumnMappingProps) {
  const choose = (name: string, field: CsvField) =>
    onChange({
      fields: Object.fromEntries([...Object.entries(settings.fields ?? {}), [name, field]]),
    });
  return (
    <Panel
      title="Columns"
      lead={`${countOf(layout.columns.length, 'column')}. Columns without a field are kept as attributes, which are searched too.`}
      flush
    >
      <ScrollRegion label="Columns and their fields" maxHeight={460}>
        <StackedTable
          verticalSpacing={6}
          stickyHeader
          columns={[{ label: 'In the file' }, { label: 'Becomes', width: 250 }]}
        >
          {layout.columns.map((column) => (
            <ColumnRow key={column.name} column={column} onChoose={choose} />
          ))}
        </StackedTable>
      </ScrollRegion>
    </Panel>
  );
}

interface ColumnRowProps {
  readonly column: CsvColumn;
  readonly onChoose: (name: string, field: CsvField) => void;
}

function ColumnRow({ column: { name, field, sample = [] }, onChoose }: ColumnRowProps) {
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500} className={classes.name ?? ''}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.sample ?? ''}>
          {sample.length === 0 ? 'no values at the start of the file' : sample.join('  ·  ')}
        </Text>
      </StackedCell>
      <StackedCell label="Becomes">
        <NativeSelect
          size="xs"
          aria-label={`What the column ${name} becomes`}
          data={fieldChoices}
          value={field ?? ignoredValue}
          onChange={({ currentTarget: { value } }) => onChoose(name, parseChoice(value))}
        />
      </StackedCell>
    </Table.Tr>
  );
}

function parseChoice(value: string): CsvField {
  if (value === attributeValue) return 'attribute';
  return standardFields.find((field) => field === value) ?? null;
}
