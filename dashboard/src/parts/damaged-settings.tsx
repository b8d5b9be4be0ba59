/**
 * Says that rules, synonyms or ranking settings of the store cannot be read, one note each; nothing while they can be read.
 * Editors can start again with none, after a confirmation (`PUT /merchandising`, `PUT /synonyms`, `PUT /ranking`): the
 * service keeps what can be read.
 */
// Tests: test/browser/dashboard-damaged-settings.test.ts, test/browser/dashboard-ranking.test.ts.
import { Alert, Text } from '@mantine/core';
import { useChange, useRead } from '../api/call.ts';
import { isDamage } from '../api/poll.ts';
import { messageOf } from '../api/request.ts';
import { useStore } from '../shell/current-store.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { Icon } from './icon.tsx';
import { noticeFailure } from './notices.ts';

/** Reads both lists (`GET /merchandising`, `GET /synonyms`) and shows a note for each that is damaged. */
export function DamagedSettings() {
  const { storeId } = useStore();
  const rules = useRead(storeId, 'GET /merchandising', {});
  const synonyms = useRead(storeId, 'GET /synonyms', {});
  return (
    <>
      {isDamage(rules.error) && <DamageNote what="rules" error={rules.error} />}
      {isDamage(synonyms.error) && <DamageNote what="synonyms" error={synonyms.error} />}
    </>
  );
}

interface DamageNoteProps {
  readonly what: 'rules' | 'synonyms' | 'ranking settings';
  readonly error: unknown;
}

/** Says that settings of one kind cannot be read. Editors can replace them with none. */
export function DamageNote({ what, error }: DamageNoteProps) {
  const { storeId, may } = useStore();
  // The service keeps entries that can be read, such as those that someone has sent since.
  const [rules, synonyms] = [useChange(storeId, 'PUT /merchandising'), useChange(storeId, 'PUT /synonyms')];
  const ranking = useChange(storeId, 'PUT /ranking');
  const failing = { onError: noticeFailure };
  const startAgain = {
    rules: () => rules.mutate({ body: { rules: [] } }, failing),
    synonyms: () => synonyms.mutate({ body: { synonyms: [] } }, failing),
    'ranking settings': () => ranking.mutate({ body: { boosts: [] } }, failing),
  };
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
          isPending={rules.isPending || synonyms.isPending || ranking.isPending}
          onConfirm={startAgain[what]}
        >
          The {what} that cannot be read are removed for good. If you have a copy, send all of them through
          the API instead.
        </ConfirmButton>
      )}
    </Alert>
  );
}
