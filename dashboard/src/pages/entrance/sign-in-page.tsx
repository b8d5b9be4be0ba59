// Tests: test/browser/dashboard.test.ts.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/request.ts';
import { needsCode } from '../../api/second-factor.ts';
import { type SignInInput, useSession, useSetupNeeded, useSignIn } from '../../api/session.ts';
import { CodeField } from '../../parts/code-field.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { parseAddress } from '../../words/addresses.ts';
import { Entrance } from './entrance.tsx';

const route = getRouteApi('/sign-in');

/**
 * Signs a person in (`POST /session`) and goes on to the page that asked for it. A refusal is shown below the form and
 * does not say which of e-mail address and password was wrong.
 */
export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const session = useSession();
  const setup = useSetupNeeded();
  if (session.data) return <Navigate {...parseAddress(next)} replace />;
  if (setup.data?.needed === true) return <FirstVisit />;
  return <SignInForm next={next} />;
}

function SignInForm({ next }: { readonly next: string }) {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState<SignInInput | null>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const start = (input: SignInInput) =>
    signIn.mutate(input, {
      onSuccess: () => void navigate({ ...parseAddress(next), replace: true }),
      onError: (error) => needsCode(error) && setAccepted(input),
    });
  const submit = form.onSubmit(start);
  if (accepted !== null) {
    const back = () => {
      signIn.reset();
      setAccepted(null);
    };
    const error = needsCode(signIn.error) ? null : signIn.error;
    const send = (code: string) => start({ ...accepted, code });
    return <CodeForm error={error} isPending={signIn.isPending} onCode={send} onBack={back} />;
  }
  return (
    <Entrance title="Sign in" lead="Open the dashboard of your store.">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          {signIn.isError && <FormFault>{messageOf(signIn.error)}</FormFault>}
          <Button type="submit" size="md" loading={signIn.isPending}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            Lost your password? The operator of this service can make a link for a new one with{' '}
            <code>foretype user reset-password</code>.
          </Text>
        </Stack>
      </form>
    </Entrance>
  );
}

interface CodeFormProps {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** The second step, for an account with a second factor. */
function CodeForm({ error, isPending, onCode, onBack }: CodeFormProps) {
  const form = useForm({ initialValues: { code: '' } });
  const field = useRef<HTMLInputElement>(null);
  // After the heading of the page, which takes the focus first: the code is to be typed now.
  useEffect(() => field.current?.focus(), []);
  return (
    <Entrance title="Enter your code" lead="Your account has a second factor.">
      <form onSubmit={form.onSubmit(({ code }) => onCode(code))}>
        <Stack>
          <CodeField
            ref={field}
            description="The six digits in your authenticator app, or one of your recovery codes."
            {...form.getInputProps('code')}
          />
          {error !== null && <FormFault>{messageOf(error)}</FormFault>}
          <Button type="submit" size="md" loading={isPending}>
            Sign in
          </Button>
          <Button variant="subtle" color="gray" onClick={onBack}>
            Back
          </Button>
          <Text size="sm" c="dimmed">
            Lost your phone and the recovery codes? The operator of this service can turn the second factor
            off with <code>foretype user reset-factor</code>.
          </Text>
        </Stack>
      </form>
    </Entrance>
  );
}

/** Shown while the service has no owner: only a person who can read its log can set it up. */
function FirstVisit() {
  return (
    <Entrance title="Welcome" lead="This service has no owner yet.">
      <Text>
        Open the one-time link that was printed when the service started. It looks like{' '}
        <code>/dashboard/setup#token=…</code> and makes the first person who opens it the owner.
      </Text>
      <Text mt="sm" c="dimmed" size="sm">
        Every start prints a new link; older ones stop working.
      </Text>
    </Entrance>
  );
}
