// Tests: test/browser/dashboard.test.ts.
import { NativeSelect, Table, Text } from '@mantine/core';
import { visibleText } from '../../../../contract/visible-text.ts';
import type { CsvField } from '../../../../contract/words/csv.ts';
import { standardFields } from '../../../../contract/words/product.ts';
import { shortName } from '../../../../csv/header.ts';
import type { CsvColumn, CsvLayout, CsvSettings } from '../../../../csv/layout.ts';
import { Panel } from '../../parts/panel.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { countOf } from '../../words/numbers.ts';
import { fieldWords } from '../../words/product-fields.ts';
import classes from './column-mapping.module.css';
import { guessesToCheck, reasonOf } from './guessed-mapping.ts';

/** Options of a select are text, so the two that name no field need values that no field has. */
const attributeValue = 'attribute';
const ignoredValue = '-';

const fieldChoices = [
  { value: attributeValue, label: 'An attribute with the name of the column' },
  { value: ignoredValue, label: 'Leave out' },
  ...standardFields.map((field) => ({ value: field, label: fieldWords[field] })),
];

interface ColumnMappingProps {
  readonly layout: CsvLayout;
  readonly settings: CsvSettings;
  readonly onChange: (changed: CsvSettings) => void;
}

/**
 * Shows which field each column of a CSV file becomes, guesses with their reason, and lets a person choose another one; the rows
 * below follow at once. Guesses about stock and price stand first, with the values by which they were made. Makes no call: the
 * mapping is sent with the import.
 */
export function ColumnMapping({ layout, settings, onChange }: ColumnMappingProps) {
  const choose = (name: string, field: CsvField) =>
    onChange({
      fields: Object.fromEntries([...Object.entries(settings.fields ?? {}), [name, field]]),
    });
  const guessed = layout.columns.filter((column) => reasonOf(column) !== null).length;
  return (
    <Panel
      title="Columns"
      lead={`${countOf(layout.columns.length, 'column')}${guessed === 0 ? '' : `, ${guessed} guessed`}. All other columns are kept as attributes, which are searched too.`}
      flush
    >
      <GuessesToCheck layout={layout} />
      <ScrollRegion label="Columns and their fields" maxHeight={460}>
        <StackedTable
          name="Columns and their fields"
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

/** The guesses that a person should look at before anything else. */
function GuessesToCheck({ layout }: Pick<ColumnMappingProps, 'layout'>) {
  const guesses = guessesToCheck(layout.columns);
  if (guesses.length === 0) return null;
  return (
    <div className={classes.check}>
      <Text size="sm" fw={600}>
        Check these first: they decide prices and what is sold out
      </Text>
      <ul className={classes.guesses}>
        {guesses.map(({ name, field, values }) => (
          <li key={name}>
            <b>{shortName(name)}</b> becomes <b>{fieldWords[field]}</b>
            {values.length > 0 && (
              <span className={classes.values}> {visibleText(values.join('  ·  '))}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ColumnRowProps {
  readonly column: CsvColumn;
  readonly onChoose: (name: string, field: CsvField) => void;
}

function ColumnRow({ column, onChoose }: ColumnRowProps) {
  const { name, field, sample = [] } = column;
  const reason = reasonOf(column);
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500} className={classes.name ?? ''}>
          {shortName(name)}
        </Text>
        <Text size="xs" c="dimmed" className={classes.sample ?? ''}>
          {sample.length === 0 ? 'no values at the start of the file' : visibleText(sample.join('  ·  '))}
        </Text>
      </StackedCell>
      <StackedCell label="Becomes">
        <NativeSelect
          size="xs"
          aria-label={`What the column ${shortName(name)} becomes`}
          data={fieldChoices}
          value={field ?? ignoredValue}
          onChange={({ currentTarget: { value } }) => onChoose(name, parseChoice(value))}
        />
        {reason !== null && (
          <Text size="xs" c="dimmed" mt={2}>
            {reason}
          </Text>
        )}
      </StackedCell>
    </Table.Tr>
  );
}

function parseChoice(value: string): CsvField {
  if (value === attributeValue) return 'attribute';
  return standardFields.find((field) => field === value) ?? null;
}
