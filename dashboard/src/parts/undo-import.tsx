// Tests: test/browser/undo-import.test.ts.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ImportBody, UndoBody } from '../../../contract/imports.ts';
import { pluralOf } from '../../../contract/plural.ts';
import { useChange, useDryRun } from '../api/call.ts';
import { useStore } from '../shell/current-store.ts';
import { nowMs } from '../words/clock.ts';
import { countOf } from '../words/numbers.ts';
import { formatDateTime } from '../words/times.ts';
import { FailureNote } from './failure-note.tsx';
import { Icon } from './icon.tsx';
import { noticeDone, noticeFailure } from './notices.ts';

interface UndoImportProps {
  readonly run: Pick<ImportBody, 'id' | 'undo' | 'undo_until'>;
  /** Products that the run created, changed or took out of stock. */
  readonly changedCount: number;
  /** Whether it is the run of a feed, whose next run brings its document again. */
  readonly isOfFeed?: boolean;
}

const route = 'POST /product-imports/:import_id/undo';

/** A button that undoes a run after a preview, for editors and until its time is over. An undone run shows who undid it, and when. */
export function UndoImport({ run, changedCount, isOfFeed = false }: UndoImportProps) {
  const { may } = useStore();
  const { undo, undo_until: until } = run;
  const isPossible = until !== null && changedCount > 0 && Date.parse(until) > nowMs();
  const isBroken = undo !== null && undo.undone_at === null;
  const button = may('editor') && (isPossible || isBroken) && (
    <UndoButton run={run} isOfFeed={isOfFeed} label={isBroken ? 'Undo the rest' : 'Undo this import'} />
  );
  if (undo !== null) {
    return (
      <Alert
        color="gray"
        variant="light"
        role="status"
        icon={<Icon name="info" />}
        title={isBroken ? 'The undo is not finished' : 'This import was undone'}
      >
        <Text size="sm">
          {undo.undone_at !== null && `${formatDateTime(undo.undone_at)}, by ${undo.by}. `}
          {inWords(undo, 'done')}
          {isBroken && ' It may be under way still. If these numbers stay as they are, undo the rest.'}
        </Text>
        {button && <Group mt="sm">{button}</Group>}
      </Alert>
    );
  }
  return (
    button && (
      <Group gap="sm">
        {button}
        {until !== null && (
          <Text size="sm" c="dimmed">
            Possible until {formatDateTime(until)}.
          </Text>
        )}
      </Group>
    )
  );
}

interface UndoButtonProps extends Pick<UndoImportProps, 'run'> {
  readonly isOfFeed: boolean;
  readonly label: string;
}

function UndoButton({ run, isOfFeed, label }: UndoButtonProps) {
  const { storeId } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const change = useChange(storeId, route);
  const confirm = () => {
    dialog.close();
    change.mutate(
      { params: { import_id: run.id } },
      {
        onSuccess: ({ undo }) => noticeDone(`The import was undone. ${inWords(undo, 'done')}`),
        onError: noticeFailure,
      },
    );
  };
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={dialog.open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`${label}?`}>
        <Preview importId={run.id} isOfFeed={isOfFeed} onCancel={dialog.close} onConfirm={confirm} />
      </Modal>
    </>
  );
}

interface PreviewProps {
  readonly importId: string;
  readonly isOfFeed: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Says what undoing would do now, and asks. */
function Preview({ importId, isOfFeed, onCancel, onConfirm }: PreviewProps) {
  const { storeId } = useStore();
  const input = { params: { import_id: importId } };
  const preview = useDryRun(storeId, route, input, { dry_run: true });
  const undo = preview.data?.undo;
  return (
    <Stack gap="md">
      {preview.isError && <FailureNote error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <Skeleton h={48} />}
      {undo !== undefined && <Text size="sm">{inWords(undo, 'coming')}</Text>}
      {isOfFeed && (
        <Text size="sm" c="dimmed">
          The next run of the feed brings its products again. If the feed is wrong, pause it first.
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="red" disabled={undo === undefined} onClick={onConfirm}>
          Undo
        </Button>
      </Group>
    </Stack>
  );
}

/** The numbers of an undo in a sentence each. */
function inWords(undo: UndoBody, tense: 'coming' | 'done'): string {
  const { restored, removed, changed_since: since } = undo;
  const beOf = (count: number) => (tense === 'coming' ? 'will be' : pluralOf(count, 'was', 'were'));
  const sentences = [
    restored > 0 && `${countOf(restored, 'product')} ${beOf(restored)} restored.`,
    removed > 0 && `${countOf(removed, 'new product')} ${beOf(removed)} removed.`,
    since > 0 &&
      `${countOf(since, 'product')} ${pluralOf(since, 'has', 'have')} changed since and ${beOf(since)} left as ${pluralOf(since, 'it is', 'they are')}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'No product changes.' : sentences.join(' ');
}
