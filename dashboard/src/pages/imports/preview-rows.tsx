import { Table, Text } from '@mantine/core';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import classes from './preview-rows.module.css';

/** Fields that come first where they are there; the others follow as they stand in the file. */
const firstFields = ['external_id', 'title', 'price', 'url', 'category', 'image_url', 'in_stock'];

/** The first rows with the fields that they would have; a row that cannot be read says why. */
export function PreviewRows({ rows }: { readonly rows: readonly CsvRow[] }) {
  const names = columnsOf(rows);
  return (
    <ScrollRegion label="The first rows" maxHeight={420}>
      <Table verticalSpacing={5} horizontalSpacing="md" stickyHeader className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            {names.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td className={classes.number ?? ''}>{row.row}</Table.Td>
              {row.fault === null ? (
                names.map((name) => <Cell key={name} value={row.value[name]} />)
              ) : (
                <Table.Td colSpan={names.length}>
                  <Text size="sm" className={classes.fault ?? ''}>
                    {row.fault.message}
                  </Text>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

function columnsOf(rows: readonly CsvRow[]): string[] {
  const names = new Set(rows.flatMap(({ value }) => Object.keys(value)));
  const first = firstFields.filter((name) => names.has(name));
  return [...first, ...[...names].filter((name) => !firstFields.includes(name))];
}

function Cell({ value }: { readonly value: unknown }) {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <Table.Td>
      <span className={classes.value} title={text}>
        {text}
      </span>
    </Table.Td>
  );
}
