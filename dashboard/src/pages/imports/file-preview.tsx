// Tests: test/browser/dashboard.test.ts.
import { Alert, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FileImportBody } from '../../../../contract/imports.ts';
import type { LayoutResult } from '../../../../csv/detect-layout.ts';
import type { CsvSettings } from '../../../../csv/layout.ts';
import { useDryRun } from '../../api/call.ts';
import { mappingOf } from '../../api/imports.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { countOf, formatCount, formatRough } from '../../words/numbers.ts';
import { withFieldWords } from '../../words/product-fields.ts';
import { faultsByRow, rowsToCheck, summaryOf, uncheckedNote } from './check-rows.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { withGuesses } from './guessed-mapping.ts';
import { LayoutPanel } from './layout-panel.tsx';
import { type ChosenFile, type Preview, previewFile } from './preview-file.ts';
import { PreviewRows } from './preview-rows.tsx';
import { type Recalled, recallMapping } from './recall-mapping.ts';
import { type Begun, SendPanel } from './send-panel.tsx';

/** A file with at least this many rows is tried first, unless a person switches that off. Chosen. */
const trialFromRows = 1_000;

interface FilePreviewProps {
  readonly chosen: ChosenFile;
  /**
   * The import whose failed rows this file corrects: its columns are mapped as they were then. Null for a file of its
   * own.
   */
  readonly model: Recalled | null;
  /**
   * The imports of the store, newest first: without a model, the columns are mapped as in the newest one that had the
   * same columns.
   */
  readonly imports: readonly FileImportBody[];
  readonly onBegun: (begun: Begun) => void;
}

/**
 * Shows how a CSV file is read, with columns that can be mapped to other fields, its first rows as products, and the panel that
 * sends it. It reads the file in the browser and uploads nothing before that. A file that cannot be imported yet says
 * what is missing.
 */
export function FilePreview({ chosen, model, imports, onBegun }: FilePreviewProps) {
  const [recalled] = useState(() => model ?? recallFor(chosen, imports));
  const [choices, setChoices] = useState<CsvSettings>(() =>
    recalled === null ? {} : mappingOf(recalled.layout),
  );
  const { settings, preview } = useMemo(() => previewWithGuesses(chosen, choices), [chosen, choices]);
  const { result, rows, rowCount, isWhole } = preview;
  const { faults, summary, failure } = useFaults(preview);
  const unchecked = uncheckedNote(rows);
  const change = (changed: CsvSettings) => setChoices({ ...choices, ...changed });
  return (
    <Stack gap="lg">
      {!result.ok && <Obstacle result={result} />}
      {result.layout !== null && (
        <>
          <LayoutPanel
            layout={result.layout}
            mappedAs={recalled?.filename ?? null}
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
              : `About ${formatRough(rowCount)} rows in the file, estimated from its start.`
          }
          flush
        >
          {failure !== null && <FailureNote error={failure.error} onRetry={failure.retry} />}
          {summary !== null && (
            <Alert color="red" variant="light" role="status" mx="lg" mb="sm" icon={<Icon name="problem" />}>
              {summary}
            </Alert>
          )}
          {unchecked !== null && (
            <Text size="sm" c="dimmed" px="lg" pb="sm">
              {unchecked}
            </Text>
          )}
          <PreviewRows rows={rows} layout={result.layout} faults={faults} />
        </Panel>
      )}
      {result.ok ? (
        <SendPanel
          file={chosen.file}
          settings={settings}
          isTrialFirst={rowCount > trialFromRows}
          onBegun={onBegun}
          failing={faults.size === 0 ? null : `${faults.size} of the first ${rows.length} rows fail`}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing was sent. Correct this, then send the file.
        </Text>
      )}
    </Stack>
  );
}

/** The rows as they are read by the choices and by the guesses for everything else. */
function previewWithGuesses({ head }: ChosenFile, choices: CsvSettings) {
  const unguessed = previewFile(head, choices, nowMs());
  const settings = withGuesses(choices, unguessed.result.layout);
  return { settings, preview: settings === choices ? unguessed : previewFile(head, settings, nowMs()) };
}

/** What an import would say of the first rows; a failure to ask hides nothing else of the page. */
function useFaults({ rows }: Preview) {
  const { storeId } = useStore();
  const sent = rowsToCheck(rows);
  const check = useDryRun(
    storeId,
    'POST /product-imports/check',
    sent.length === 0 ? null : { body: { rows: sent.map(({ value }) => value) } },
  );
  const isCurrent = !check.isPlaceholderData && sent.length > 0;
  const faults = faultsByRow(rows, (isCurrent ? check.data?.failures : undefined) ?? []);
  return {
    faults,
    summary: summaryOf(rows.length, faults),
    failure: check.isError ? { error: check.error, retry: () => void check.refetch() } : null,
  };
}

/** Finds the mapping of an earlier import for the columns of this file; null for none. */
function recallFor({ head }: ChosenFile, imports: readonly FileImportBody[]): Recalled | null {
  const { layout } = previewFile(head, {}, nowMs()).result;
  return layout === null
    ? null
    : recallMapping(
        layout.columns.map(({ name }) => name),
        imports,
      );
}

/** Says why the file cannot be sent yet. It is calm, not red, where a choice on this page is all that is needed. */
function Obstacle({ result }: { readonly result: Extract<LayoutResult, { ok: false }> }) {
  const needed = result.layout?.missing.length ?? 0;
  return (
    <Alert
      color={needed > 0 ? 'orange' : 'red'}
      variant="light"
      role="alert"
      icon={<Icon name={needed > 0 ? 'info' : 'problem'} />}
      title={titleOf(needed)}
    >
      {withFieldWords(result.message)}
    </Alert>
  );
}

function titleOf(needed: number): string {
  if (needed === 0) return 'This file cannot be imported yet';
  return needed === 1 ? 'One more thing is needed' : `${formatCount(needed)} more things are needed`;
}
