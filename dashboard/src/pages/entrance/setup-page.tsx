// Tests: test/browser/dashboard.test.ts.
import { Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { fieldMessages } from '../../api/request.ts';
import { useSetup, useSetupLink } from '../../api/session.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { Entrance } from './entrance.tsx';
import { NewPersonFields, validatePassword } from './new-person-fields.tsx';
import { useHashToken } from './use-hash-token.ts';

/**
 * The first visit to a new service: the holder of the printed link creates the owner's account (`POST /setup`) and is
 * signed in. A link that is incomplete, replaced or no longer needed says what to do.
 */
export function SetupPage() {
  const token = useHashToken();
  const link = useSetupLink(token);
  if (token === '') return <NoToken />;
  if (link.isPending) return <Looking />;
  if (link.data === 'set_up_already') return <SetUpAlready />;
  if (link.data === 'refused') return <Refused />;
  // Also if the link could not be checked: sending the form will show what is wrong.
  return <SetupForm token={token} />;
}

function SetupForm({ token }: { readonly token: string }) {
  const setup = useSetup();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: { password: validatePassword },
  });
  const submit = form.onSubmit((input) =>
    setup.mutate(
      { token, ...input },
      {
        onSuccess: () => void navigate({ to: '/', replace: true }),
        onError: (error) => form.setErrors(fieldMessages(error)),
      },
    ),
  );
  return (
    <Entrance
      title="Set up Foretype"
      lead="You become the operator of this service, the owner of every store on it."
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <NewPersonFields form={form} />
          <FormFailure error={setup.error} form={form} />
          <Button type="submit" size="md" loading={setup.isPending}>
            Create the account
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function Looking() {
  return (
    <Entrance title="Set up Foretype">
      <Skeleton h={260} />
    </Entrance>
  );
}

function SetUpAlready() {
  return (
    <Entrance
      title="This service is set up already"
      lead="The link was for the first account, which already exists."
    >
      <Text mb="md">
        Sign in with your account. If you have none, ask an owner of your store to invite you.
      </Text>
      <SignInLink>Sign in</SignInLink>
    </Entrance>
  );
}

function Refused() {
  return (
    <Entrance title="This link no longer works" lead="Every start of the service prints another one.">
      <Text>Open the link of its last start, the whole line up to its last character.</Text>
    </Entrance>
  );
}

function NoToken() {
  return (
    <Entrance title="This link is incomplete" lead="The part after # is missing.">
      <Text mb="md">
        Copy the whole line that was printed when the service started, up to its last character.
      </Text>
      <SignInLink>Sign in instead</SignInLink>
    </Entrance>
  );
}

function SignInLink({ children }: { readonly children: string }) {
  return <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>{children}</Anchor>;
}
