import { Alert, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CsvSettings } from '../../../../csv/layout.ts';
import type { Layout } from '../../api/answers.ts';
import { mappingOf } from '../../api/imports.ts';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { nowMs } from '../../words/clock.ts';
import { countOf, formatRough } from '../../words/numbers.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { LayoutPanel } from './layout-panel.tsx';
import { type ChosenFile, previewFile } from './preview-file.ts';
import { PreviewRows } from './preview-rows.tsx';
import { SendPanel } from './send-panel.tsx';

interface FilePreviewProps {
  readonly chosen: ChosenFile;
  /** The layout of an import whose failed rows this file corrects: its columns become what they became then. */
  readonly model: Layout | null;
}

/** What was found in a file, what the merchant changes of it, its first rows, and the way to send it. */
export function FilePreview({ chosen, model }: FilePreviewProps) {
  const [settings, setSettings] = useState<CsvSettings>(() => (model === null ? {} : mappingOf(model)));
  const preview = useMemo(() => previewFile(chosen.head, settings, nowMs()), [chosen.head, settings]);
  const { result, rows, rowCount, isWhole } = preview;
  const change = (changed: CsvSettings) => setSettings({ ...settings, ...changed });
  return (
    <Stack gap="lg">
      {!result.ok && (
        <Alert
          color={result.code === 'shop_url_missing' ? 'orange' : 'red'}
          variant="light"
          role="alert"
          icon={<Icon name={result.code === 'shop_url_missing' ? 'info' : 'problem'} />}
          title={
            result.code === 'shop_url_missing'
              ? 'One thing is needed'
              : 'This file cannot be imported as it is'
          }
        >
          {result.message}
        </Alert>
      )}
      {result.layout !== null && (
        <>
          <LayoutPanel
            layout={result.layout}
            isShopUrlMissing={!result.ok && result.code === 'shop_url_missing'}
            settings={settings}
            onChange={change}
          />
          <ColumnMapping layout={result.layout} settings={settings} onChange={change} />
        </>
      )}
      {result.ok && rows.length > 0 && (
        <Panel
          title="The first rows, as products"
          lead={
            isWhole
              ? `${countOf(rowCount, 'row')} in the file.`
              : `About ${formatRough(rowCount)} rows in the file, judged by its beginning.`
          }
          flush
        >
          <PreviewRows rows={rows} layout={result.layout} />
        </Panel>
      )}
      {result.ok ? (
        <SendPanel file={chosen.file} settings={settings} rowCount={rowCount} />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing was sent. The file can be sent once this is put right.
        </Text>
      )}
    </Stack>
  );
}
