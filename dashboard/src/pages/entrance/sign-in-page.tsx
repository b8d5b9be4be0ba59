// Tests: test/browser/dashboard.test.ts.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/request.ts';
import { useSession, useSetupNeeded, useSignIn } from '../../api/session.ts';
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
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const submit = form.onSubmit((input) =>
    signIn.mutate(input, { onSuccess: () => void navigate({ ...parseAddress(next), replace: true }) }),
  );
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
