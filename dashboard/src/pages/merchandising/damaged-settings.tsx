/** Rules and synonyms that cannot be read, and a way to go on without them. */
import { Alert, Text } from '@mantine/core';
import { useRead } from '../../api/call.ts';
import { isDamage, useStartAgain, type WholeSettings } from '../../api/damaged-settings.ts';
import { useMerchandising } from '../../api/merchandising.ts';
import { messageOf } from '../../api/request.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';

/** One note each; nothing while both can be read. */
export function DamagedSettings() {
  const { storeId } = useStore();
  const rules = useMerchandising(storeId);
  const synonyms = useRead(storeId, 'GET /synonyms', {});
  return (
    <>
      {isDamage(rules.error) && <DamageNote what="rules" error={rules.error} />}
      {isDamage(synonyms.error) && <DamageNote what="synonyms" error={synonyms.error} />}
    </>
  );
}

interface DamageNoteProps {
  readonly what: WholeSettings;
  readonly error: unknown;
}

function DamageNote({ what, error }: DamageNoteProps) {
  const { storeId, may } = useStore();
  const startAgain = useStartAgain(storeId, what);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="problem" />}
      title={`The ${what} of the store cannot be read`}
      role="alert"
    >
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {messageOf(error)}
      </Text>
      {may('editor') && (
        <ConfirmButton
          label="Start again with none"
          ariaLabel={`Start again with none: ${what}`}
          title={`Start again without ${what}?`}
          confirmLabel="Start again"
          variant="default"
          isPending={startAgain.isPending}
          onConfirm={() => startAgain.mutate(undefined, { onError: noticeFailure })}
        >
          The {what} that cannot be read are removed for good. If you have a copy, send all of them through
          the API instead.
        </ConfirmButton>
      )}
    </Alert>
  );
}
