// Tests: test/browser/dashboard-second-factor.test.ts.
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldMessages } from '../../api/request.ts';
import {
  useBeginFactor,
  useConfirmFactor,
  useEndFactor,
  useRefreshFactor,
  useSecondFactor,
} from '../../api/second-factor.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CodeField } from '../../parts/code-field.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { countOf } from '../../words/numbers.ts';
import { formatDate } from '../../words/times.ts';

/**
 * Turns the second factor of the person on and off: password, then the secret as a QR code and as text, then a first code, then the
 * recovery codes, which are shown this once. Faults are shown at their fields.
 */
export function SecondFactorPanel() {
  const answer = useSecondFactor();
  const end = useEndFactor();
  const [isOpen, setOpen] = useState(false);
  const factor = answer.data?.second_factor;
  return (
    <Panel
      title="Second factor"
      lead="Signing in then takes your password and a code from an app on your phone, so a stolen password is not enough."
    >
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={60} />}
      {factor === null && !isOpen && <Button onClick={() => setOpen(true)}>Turn it on</Button>}
      {factor === null && isOpen && <TurnOn onDone={() => setOpen(false)} />}
      {factor !== null && factor !== undefined && (
        <Stack>
          <Text size="sm">
            On since {formatDate(factor.since)}.{' '}
            {countOf(factor.recovery_codes_left, 'recovery code', 'recovery codes')} left.
          </Text>
          <PasswordForm
            send={end}
            description="To turn it off. For a new phone, turn it off and on again."
            button="Turn it off"
            variant="default"
            onDone={() => noticeDone('The second factor is off.')}
          />
        </Stack>
      )}
    </Panel>
  );
}

function TurnOn({ onDone }: { readonly onDone: () => void }) {
  const begin = useBeginFactor();
  const confirm = useConfirmFactor();
  const refresh = useRefreshFactor();
  const codes = confirm.data?.recovery_codes;
  if (codes !== undefined) {
    const close = () => {
      refresh();
      onDone();
      noticeDone('The second factor is on. All your other sessions have ended.');
    };
    return <RecoveryCodes codes={codes} onKept={close} />;
  }
  return begin.data === undefined ? (
    <PasswordForm send={begin} description="This confirms that it is you." button="Go on" variant="filled" />
  ) : (
    <CodeStep secret={begin.data.secret} address={begin.data.address} confirm={confirm} />
  );
}

interface PasswordFormProps {
  readonly send: ReturnType<typeof useBeginFactor> | ReturnType<typeof useEndFactor>;
  readonly description: string;
  readonly button: string;
  readonly variant: 'filled' | 'default';
  readonly onDone?: () => void;
}

/** Asks for the password and sends it; a fault is shown at the field. */
function PasswordForm({ send, description, button, variant, onDone }: PasswordFormProps) {
  const form = useForm({ initialValues: { current_password: '' } });
  const submit = form.onSubmit((input) =>
    send.mutate(input, {
      onError: (error) => form.setErrors(fieldMessages(error)),
      ...(onDone && { onSuccess: onDone }),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack maw={360} align="flex-start">
        <PasswordField
          label="Your password"
          description={description}
          autoComplete="current-password"
          required
          withAsterisk={false}
          w="100%"
          {...form.getInputProps('current_password')}
        />
        <FormFailure error={send.error} form={form} />
        <Button type="submit" variant={variant} loading={send.isPending}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeStepProps {
  readonly secret: string;
  readonly address: string;
  readonly confirm: ReturnType<typeof useConfirmFactor>;
}

function CodeStep({ secret, address, confirm }: CodeStepProps) {
  const form = useForm({ initialValues: { code: '' } });
  const submit = form.onSubmit((input) =>
    confirm.mutate(input, { onError: (error) => form.setErrors(fieldMessages(error)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack align="flex-start">
        <Text size="sm">
          Scan this with an authenticator app, or type the secret into it. Then enter the code that it shows.
        </Text>
        <QrCode text={address} label="QR code of the secret, for an authenticator app" />
        {/* As wide as the secret: people type it into an app on another device. */}
        <Box w="100%" maw={360}>
          <CopyField label="Secret" value={secret} />
        </Box>
        <CodeField inputMode="numeric" description="Six digits." {...form.getInputProps('code')} />
        <FormFailure error={confirm.error} form={form} />
        <Button type="submit" loading={confirm.isPending}>
          Turn it on
        </Button>
      </Stack>
    </form>
  );
}

function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  return (
    <Stack>
      <Text size="sm" role="status">
        It is on. Keep these recovery codes where you keep your passwords: each signs you in once if you do
        not have your phone. They are shown only now.
      </Text>
      <CodeBlock label="recovery codes" text={codes.join('\n')} />
      <Group>
        <Button onClick={onKept}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
