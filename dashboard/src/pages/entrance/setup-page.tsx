import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { fieldMessages, messageOf } from '../../api/request.ts';
import { useSetup } from '../../api/session.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Entrance } from './entrance.tsx';
import { NewPersonFields, validatePassword } from './new-person-fields.tsx';
import { useHashToken } from './use-hash-token.ts';

/** The first visit to a new service: whoever holds the printed link becomes its owner. */
export function SetupPage() {
  const token = useHashToken();
  const setup = useSetup();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: { password: validatePassword },
  });
  if (token === '') return <NoToken />;
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
    <Entrance title="Set up Foretype" lead="You become the owner of this service and of every store on it.">
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
          {setup.isError && <FormFault>{messageOf(setup.error)}</FormFault>}
          <Button type="submit" size="md" loading={setup.isPending}>
            Create the owner
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function NoToken() {
  return (
    <Entrance title="This link is not whole" lead="The part after # is missing.">
      <Text mb="md">
        Copy the whole line that was printed when the service started, up to its last character.
      </Text>
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>Sign in instead</Anchor>
    </Entrance>
  );
}
