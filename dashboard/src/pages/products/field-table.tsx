// Tests: test/browser/dashboard.test.ts.
import { Table } from '@mantine/core';
import type { ProductBody } from '../../../../contract/products.ts';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { wordsOfField } from '../../words/product-fields.ts';
import classes from './field-table.module.css';
import { keyOfAttribute, keyOfField, rawObjectOf } from './provenance.ts';

/** The fields that came from the merchant, in the order in which people look for them. */
const fields = [
  'external_id',
  'title',
  'price',
  'compare_at_price',
  'currency',
  'url',
  'category',
  'brand',
  'in_stock',
  'stock_quantity',
  'image_url',
  'image_urls',
  'description',
  'sku',
  'gtin',
  'ean',
  'isbn',
  'mpn',
  'item_group_id',
  'author',
] as const satisfies readonly (keyof ProductBody)[];

/**
 * Lists the fields and attributes of a product, each with the key of the merchant's data that it came from; absent ones
 * are left out. Makes no call.
 */
export function FieldTable({ product, raw }: { readonly product: ProductBody; readonly raw: unknown }) {
  const source = rawObjectOf(raw);
  const shown = fields.filter((field) => isShown(product[field]));
  return (
    <StackedTable
      name="Fields"
      verticalSpacing={7}
      columns={[{ label: 'Field', width: 170 }, { label: 'Value' }]}
    >
      {shown.map((field) => (
        <FieldRow
          key={field}
          name={wordsOfField(field)}
          apiName={field}
          value={product[field]}
          from={keyOfField(source, field === 'image_urls' ? 'images' : field)}
        />
      ))}
      {Object.entries(product.attributes).map(([label, value]) => (
        <FieldRow
          key={`attribute ${label}`}
          name={label}
          value={value}
          from={keyOfAttribute(source, label)}
        />
      ))}
    </StackedTable>
  );
}

function isShown(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length < 2);
}

interface FieldRowProps {
  readonly name: string;
  /** The field of the API; absent for an attribute. */
  readonly apiName?: string;
  readonly value: unknown;
  readonly from: string | null;
}

function FieldRow({ name, apiName, value, from }: FieldRowProps) {
  return (
    <Table.Tr>
      <StackedCell className={classes.cell}>
        <span className={classes.name}>{name}</span>
        <span className={classes.from}>
          {apiName ?? 'attribute'}
          {from === null ? ', set by the service' : from !== apiName && `, from ${from}`}
        </span>
      </StackedCell>
      <StackedCell className={classes.cell}>
        <span className={classes.value}>{Array.isArray(value) ? value.join('\n') : String(value)}</span>
      </StackedCell>
    </Table.Tr>
  );
}
