// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CsvSettings } from '../../../../csv/layout.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatBytes, formatShare } from '../../words/numbers.ts';
import { formatDuration } from '../../words/times.ts';
import { type Sending, useSending } from './use-sending.ts';

/** An import that was queued. */
export interface Begun {
  readonly importId: string;
  readonly isDryRun: boolean;
}

interface SendPanelProps {
  readonly file: File;
  readonly settings: CsvSettings;
  /** Whether a trial run is chosen at first. */
  readonly isTrialFirst: boolean;
  /** How many of the first rows would fail; null if none, or if that is not known. */
  readonly failing?: string | null;
  /** Called once the import was queued. */
  readonly onBegun: (begun: Begun) => void;
}

/**
 * Uploads the file (`POST /files`) with progress and a way to stop, and begins its import (`POST /product-imports/files`). A
 * failure is shown below the button, and the file can be sent again.
 */
export function SendPanel({ file, settings, isTrialFirst, failing = null, onBegun }: SendPanelProps) {
  const { storeId } = useStore();
  const [isDryRun, setDryRun] = useState(isTrialFirst);
  const { sending, send, cancel } = useSending(storeId);
  const isSending = sending.state === 'sending';
  const tell = useRef(onBegun);
  tell.current = onBegun;
  useEffect(() => {
    if (sending.state === 'done') tell.current(sending);
  }, [sending]);
  return (
    <Panel title="Accept">
      <Stack>
        <Switch
          label="Try it first, without writing"
          description="Every row is checked as in a real import: you see what would be added, changed and left out, then decide."
          checked={isDryRun}
          disabled={isSending}
          onChange={({ currentTarget: { checked } }) => setDryRun(checked)}
        />
        {sending.state === 'failed' && <FormFault>{messageOf(sending.error)}</FormFault>}
        {isSending ? (
          <UploadProgress sending={sending} onCancel={cancel} />
        ) : (
          <Group>
            <Button
              size="md"
              h="auto"
              mih={42}
              py={6}
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => send({ file, settings, isDryRun })}
            >
              {isDryRun ? 'Accept and try' : 'Accept and import'}
              {failing !== null && ` (${failing})`}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

interface UploadProgressProps {
  readonly sending: Extract<Sending, { state: 'sending' }>;
  readonly onCancel: () => void;
}

function UploadProgress({ sending, onCancel }: UploadProgressProps) {
  const { sentBytes, totalBytes, bytesPerSecond } = sending;
  const share = totalBytes === 0 ? 0 : sentBytes / totalBytes;
  const left = bytesPerSecond === null ? null : (totalBytes - sentBytes) / bytesPerSecond;
  return (
    <div>
      <Progress value={share * 100} size={9} radius="xl" aria-label={`Uploading, ${formatShare(share)}`} />
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed">
          {share < 1
            ? `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`
            : 'The file was sent and is being stored.'}
          {bytesPerSecond !== null && share < 1 && `, ${formatBytes(bytesPerSecond)} a second`}
          {left !== null && share < 1 && `, ${formatDuration(left)} left`}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          Stop the upload
        </Button>
      </Group>
    </div>
  );
}
