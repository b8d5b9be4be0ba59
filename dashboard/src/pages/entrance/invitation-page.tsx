// Tests: test/browser/dashboard.test.ts.
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvitationAnswer } from '../../api/answers.ts';
import { fieldMessages } from '../../api/request.ts';
import { needsCode } from '../../api/second-factor.ts';
import { useAcceptInvitation, useInvitation } from '../../api/session.ts';
import { CodeField } from '../../parts/code-field.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { roleWords } from '../../words/roles.ts';
import { formatDate } from '../../words/times.ts';
import { Entrance } from './entrance.tsx';
import { NewPersonFields, newPasswordHint, validatePassword } from './new-person-fields.tsx';
import { useHashToken } from './use-hash-token.ts';

/**
 * The page of a one-time link: a person joins a store, with a new or an existing account, or chooses a new password.
 * Reads the link (`GET /invitations/:token`), and accepting it signs in. A link that was used, withdrawn or has expired
 * says so.
 */
export function InvitationPage() {
  const token = useHashToken();
  const answer = useInvitation(token);
  if (token === '' || answer.isError) return <Unknown />;
  if (answer.data === undefined) {
    return (
      <Entrance title="Your link">
        <Skeleton h={180} />
      </Entrance>
    );
  }
  return <Acceptance token={token} invitation={answer.data.invitation} />;
}

interface AcceptanceProps extends InvitationAnswer {
  readonly token: string;
}

function Acceptance({ token, invitation }: AcceptanceProps) {
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();
  const isNewPassword = invitation.kind === 'password';
  const isNewPerson = !isNewPassword && !invitation.has_account;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '', code: '' },
    validate: { password: (text) => (isNewPassword || isNewPerson ? validatePassword(text) : null) },
  });
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const submit = form.onSubmit(({ name, password, code }) =>
    accept.mutate(isNewPerson ? { name, password } : { password, ...(isCodeNeeded && { code }) }, {
      onSuccess: () => void navigate({ to: '/', replace: true }),
      onError: (error) => {
        if (needsCode(error)) setCodeNeeded(true);
        form.setErrors(fieldMessages(error));
      },
    }),
  );
  return (
    <Entrance
      title={isNewPassword ? 'Choose a password' : `Join ${invitation.store?.name ?? 'the store'}`}
      lead={<Lead invitation={invitation} />}
    >
      <form onSubmit={submit}>
        <Stack>
          {isNewPerson ? (
            <NewPersonFields form={form} />
          ) : (
            <PasswordField
              label={isNewPassword ? 'New password' : 'Password of your account'}
              description={isNewPassword ? newPasswordHint : undefined}
              autoComplete={isNewPassword ? 'new-password' : 'current-password'}
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
          )}
          {isCodeNeeded && (
            <CodeField
              description="Your account has a second factor: the code in your app, or a recovery code."
              {...form.getInputProps('code')}
            />
          )}
          <FormFailure error={needsCode(accept.error) ? null : accept.error} form={form} />
          <Button type="submit" size="md" loading={accept.isPending}>
            {isNewPassword ? 'Save and sign in' : 'Join'}
          </Button>
          <Text size="sm" c="dimmed">
            The link works once, until {formatDate(invitation.expires_at)}.
          </Text>
        </Stack>
      </form>
    </Entrance>
  );
}

function Lead({ invitation: { email, role } }: InvitationAnswer) {
  return role === null ? (
    <>For the account {email}.</>
  ) : (
    <>
      As {email}. {roleWords[role].name}: {roleWords[role].can}
    </>
  );
}

function Unknown() {
  return (
    <Entrance title="This link is gone" lead="It was used or withdrawn, or it has expired.">
      <Text mb="md">Ask the person who sent it for a new one.</Text>
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>Sign in instead</Anchor>
    </Entrance>
  );
}
