// Tests: test/browser/dashboard-alerts.test.ts.
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MailChoiceBody } from '../../../../contract/alerts.ts';
import { type AlertEvent, alertEvents } from '../../../../contract/words/webhooks.ts';
import { useChange, useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { alertWords, describeLastMail } from '../../words/alerts.ts';
import { formatDateTime } from '../../words/times.ts';

/** The pauses between two reads, in ms: the short one while a mail waits for its first attempt. Chosen. */
const usualPollMs = 10_000;
const untriedPollMs = 1_000;

/**
 * The member’s own choice of alerts that come by mail, a test mail, and what became of the last mail (`GET /alert-mail`). Where the
 * operator has set no mail server it says what must be set; the choice is kept all the same.
 */
export function MailPanel() {
  const { storeId, user } = useStore();
  const answer = useRead(
    storeId,
    'GET /alert-mail',
    {},
    {
      pollEvery(data) {
        const last = data?.mail.last_delivery;
        return last?.status === 'pending' && last.attempts.length === 0 ? untriedPollMs : usualPollMs;
      },
    },
  );
  const mail = answer.data?.mail;
  return (
    <Panel
      title="Mails to you"
      lead={`One to ${user.email} when something goes wrong, and one when it is over.`}
    >
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={160} />}
      {mail !== undefined && (
        <Stack>
          <Trouble mail={mail} />
          <ChoiceForm mail={mail} />
          {mail.is_available && <TestMail mail={mail} />}
        </Stack>
      )}
    </Panel>
  );
}

/** Why no mail arrives, and who can change that. */
function Trouble({ mail }: { readonly mail: MailChoiceBody }) {
  const { storeId } = useStore();
  if (!mail.is_available) {
    return (
      <Alert color="gray" variant="light" icon={<Icon name="info" />} title="This service sends no mails yet">
        <Text size="sm">
          Its operator must set a mail server with <code>FORETYPE_SMTP_URL</code> and a sender with{' '}
          <code>FORETYPE_MAIL_FROM</code>, and start it again. Your choice is kept until then. A{' '}
          <TextLink to="/stores/$storeId/settings/webhooks" params={{ storeId }} underline="always">
            webhook
          </TextLink>{' '}
          receives alerts without it.
        </Text>
      </Alert>
    );
  }
  if (mail.is_switched_off) {
    return (
      <Alert color="red" variant="light" icon={<Icon name="problem" />} title="Mails to you are switched off">
        <Text size="sm">They failed for five days. Save your choice to switch them on again.</Text>
      </Alert>
    );
  }
  if (mail.failing_since === null) return null;
  return (
    <Alert color="orange" variant="light" icon={<Icon name="warning" />} title="Mails do not reach you">
      <Text size="sm">
        None has been taken since {formatDateTime(mail.failing_since)}. Each is sent again for three days;
        after five days of failures they are switched off. Send a test mail to see the reason.
      </Text>
    </Alert>
  );
}

function ChoiceForm({ mail }: { readonly mail: MailChoiceBody }) {
  const { storeId } = useStore();
  const choose = useChange(storeId, 'PUT /alert-mail');
  const form = useForm<{ events: AlertEvent[] }>({ initialValues: { events: [...mail.events] } });
  const submit = form.onSubmit((body) =>
    choose.mutate(
      { body },
      {
        onSuccess: () =>
          noticeDone(body.events.length === 0 ? 'You get no mails of alerts.' : 'Your choice was saved.'),
        onError: noticeFailure,
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Checkbox.Group label="Send me a mail when" {...form.getInputProps('events')}>
          <Stack gap="xs" mt={6}>
            {alertEvents.map((event) => (
              <Checkbox key={event} value={event} label={alertWords[event].choice} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group>
          <Button type="submit" variant="default" loading={choose.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Sends a test mail and says what became of the last mail. */
function TestMail({ mail }: { readonly mail: MailChoiceBody }) {
  const { storeId } = useStore();
  const test = useChange(storeId, 'POST /alert-mail/test');
  const result = describeLastMail(mail);
  const hasChoice = mail.events.length > 0;
  return (
    <Group>
      <Button
        variant="default"
        disabled={!hasChoice}
        loading={test.isPending}
        onClick={() => test.mutate({}, { onError: noticeFailure })}
      >
        Send a test mail
      </Button>
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }} flex="1 1 240px">
        {!hasChoice && 'Choose an alert and save, then try it.'}
        {hasChoice && result !== null && <StateMark tone={result.tone}>{result.words}</StateMark>}
      </Text>
    </Group>
  );
}
