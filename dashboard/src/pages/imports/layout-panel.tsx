// Tests: test/browser/dashboard.test.ts.
import { List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  type CsvEncoding,
  type CsvFormatName,
  type CsvSeparator,
  csvEncodings,
  csvFormatNames,
  csvSeparators,
} from '../../../../contract/words/csv.ts';
import type { CsvLayout, CsvSettings } from '../../../../csv/layout.ts';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { withFieldWords } from '../../words/product-fields.ts';
import classes from './layout-panel.module.css';
import { requiredFields } from './required-fields.ts';

const formatNames: Readonly<Record<CsvFormatName, string>> = {
  columns: 'Columns of your own',
  shopify: 'Shopify export',
  woocommerce: 'WooCommerce export',
  google_merchant: 'Google Merchant',
};
const separatorNames: Readonly<Record<CsvSeparator, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};
const encodingNames: Readonly<Record<CsvEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252 (Western European)',
};

function choicesOf<Name extends string>(names: readonly Name[], words: Readonly<Record<Name, string>>) {
  return names.map((name) => ({ value: name, label: words[name] }));
}

interface LayoutPanelProps {
  readonly layout: CsvLayout;
  /** The name of the earlier file whose mapping is used; null for none. */
  readonly mappedAs: string | null;
  readonly isShopUrlMissing: boolean;
  readonly settings: CsvSettings;
  readonly onChange: (changed: CsvSettings) => void;
}

/**
 * Shows how a CSV file is read, with choices that replace what was detected, and whether all that is needed is there.
 * Makes no call.
 */
export function LayoutPanel({ layout, mappedAs, isShopUrlMissing, settings, onChange }: LayoutPanelProps) {
  const notes = [...(mappedAs === null ? [] : [`Mapped as in ${mappedAs}.`]), ...layout.notes];
  const asksShopUrl = isShopUrlMissing || layout.shopUrl !== null || settings.shopUrl !== undefined;
  return (
    <Panel
      title="How the file is read"
      lead="Detected from the file. Change it if the rows below look wrong."
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <NativeSelect
            label="Kind of file"
            data={choicesOf(csvFormatNames, formatNames)}
            value={layout.format}
            // Another kind of file maps columns to other fields: earlier choices would not fit.
            onChange={({ currentTarget: { value } }) =>
              onChange({ format: value as CsvFormatName, fields: {} })
            }
          />
          <NativeSelect
            label="Separator"
            data={choicesOf(csvSeparators, separatorNames)}
            value={layout.separator}
            onChange={({ currentTarget: { value } }) => onChange({ separator: value as CsvSeparator })}
          />
          <NativeSelect
            label="Encoding"
            data={choicesOf(csvEncodings, encodingNames)}
            value={layout.encoding}
            onChange={({ currentTarget: { value } }) => onChange({ encoding: value as CsvEncoding })}
          />
        </SimpleGrid>
        {asksShopUrl && <ShopUrlField settings={settings} onChange={onChange} />}
        <Required layout={layout} />
        {notes.length > 0 && (
          <List size="sm" spacing={4} className={classes.notes ?? ''}>
            {notes.map((note) => (
              <List.Item key={note}>{withFieldWords(note)}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Panel>
  );
}

const typingPauseMs = 300;

function ShopUrlField({ settings, onChange }: Pick<LayoutPanelProps, 'settings' | 'onChange'>) {
  const change = useDebouncedCallback(
    (shopUrl: string) => onChange({ shopUrl: shopUrl.trim() === '' ? undefined : shopUrl.trim() }),
    typingPauseMs,
  );
  return (
    <TextInput
      label="Address of your shop"
      description="The export does not contain product addresses; they are made from this address."
      placeholder="https://shop.example"
      type="url"
      maw={420}
      defaultValue={settings.shopUrl ?? ''}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  );
}

function Required({ layout }: { readonly layout: CsvLayout }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        Every product needs
      </Text>
      <ul className={classes.required}>
        {requiredFields.map(({ field, words }) => {
          const isMissing = layout.missing.includes(field);
          return (
            <li key={field} data-missing={isMissing}>
              <Icon name={isMissing ? 'close' : 'check'} size={15} />
              {words}
              {isMissing && ' (missing)'}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
