// Tests: test/browser/dashboard.test.ts.
import { Table } from '@mantine/core';
import { visibleText } from '../../../../contract/visible-text.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import type { CsvLayout } from '../../../../csv/layout.ts';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { withFieldWords, wordsOfField } from '../../words/product-fields.ts';
import type { RowFaults } from './check-rows.ts';
import { type PreviewColumn, previewColumns } from './preview-columns.ts';
import classes from './preview-rows.module.css';

interface PreviewRowsProps {
  readonly rows: readonly CsvRow[];
  readonly layout: CsvLayout;
  /** What the service says against the rows, by their numbers. */
  readonly faults: ReadonlyMap<number, RowFaults>;
}

/**
 * Shows the first rows with the fields that they would have, those with faults first. A cell that an import would refuse is red, with the reason below its
 * row; a row that cannot be read says why. Makes no call.
 */
export function PreviewRows({ rows, layout, faults }: PreviewRowsProps) {
  const columns = previewColumns(rows, layout);
  const isBad = ({ row, fault }: CsvRow) => fault !== null || faults.has(row);
  // First what has to be looked at: the list is longer than its frame.
  const shown = [...rows.filter(isBad), ...rows.filter((row) => !isBad(row))];
  return (
    <ScrollRegion label="The first rows" maxHeight={420}>
      <StackedTable
        name="The first rows"
        verticalSpacing={5}
        horizontalSpacing="sm"
        stickyHeader
        className={classes.table}
        columns={[{ label: 'Row' }, ...columns.map(({ key, label }) => ({ key, label }))]}
      >
        {shown.map((row) => (
          <PreviewRow
            key={row.row}
            row={row}
            columns={columns}
            byKey={faults.get(row.row)?.byKey ?? noFaults}
          />
        ))}
      </StackedTable>
    </ScrollRegion>
  );
}

const noFaults: RowFaults['byKey'] = new Map();

interface PreviewRowProps {
  readonly row: CsvRow;
  readonly columns: readonly PreviewColumn[];
  readonly byKey: RowFaults['byKey'];
}

/** One row, and below it the reasons of its red cells. */
function PreviewRow({ row, columns, byKey }: PreviewRowProps) {
  const reasons = row.fault === null ? [...byKey] : [['', row.fault.message] as const];
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? wordsOfField(key);
  return (
    <>
      <Table.Tr data-bad={reasons.length > 0} className={classes.row ?? ''}>
        <StackedCell label="Row" className={classes.number}>
          {row.row}
        </StackedCell>
        {columns.map(({ key, field, label }) => (
          <Cell
            key={key}
            label={label}
            value={row.fault === null && Object.hasOwn(row.value, key) ? row.value[key] : ''}
            isBad={byKey.has(key) || byKey.has(field)}
          />
        ))}
      </Table.Tr>
      {reasons.length > 0 && (
        <Table.Tr>
          <Table.Td colSpan={columns.length + 1} className={classes.reasons ?? ''}>
            {reasons.map(([key, message]) => (
              <span key={key} className={classes.fault}>
                {key !== '' && <b>{labelOf(key)}: </b>}
                {withFieldWords(message)}
              </span>
            ))}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** Characters of a cell that are shown. Chosen: a row of 500 long cells stays quick. */
const shownMaxLength = 500;

interface CellProps {
  readonly label: string;
  readonly value: unknown;
  readonly isBad: boolean;
}

function Cell({ label, value, isBad }: CellProps) {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const cut = visibleText(text.slice(0, shownMaxLength));
  return (
    <StackedCell label={label} className={isBad ? classes.bad : ''}>
      <span className={classes.value} title={cut}>
        {cut}
      </span>
    </StackedCell>
  );
}
