import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import type { InvitationAnswer } from '../../api/answers.ts';
import { fieldMessages, messageOf } from '../../api/request.ts';
import { useAcceptInvitation, useInvitation } from '../../api/session.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { roleWords } from '../../words/roles.ts';
import { formatDate } from '../../words/times.ts';
import { Entrance } from './entrance.tsx';
import { NewPersonFields } from './new-person-fields.tsx';
import { useHashToken } from './use-hash-token.ts';

/** Where an invitation link leads: a name and a password make a member of whoever was invited. */
export function InvitationPage() {
  const token = useHashToken();
  const invitation = useInvitation(token);
  if (token === '' || invitation.isError) return <Unknown />;
  if (invitation.data === undefined) {
    return (
      <Entrance title="Your invitation">
        <Skeleton h={180} />
      </Entrance>
    );
  }
  return <Acceptance token={token} invitation={invitation.data.invitation} />;
}

interface AcceptanceProps extends InvitationAnswer {
  readonly token: string;
}

function Acceptance({ token, invitation }: AcceptanceProps) {
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const submit = form.onSubmit((input) =>
    accept.mutate(input, {
      onSuccess: () => void navigate({ to: '/', replace: true }),
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  );
  return (
    <Entrance
      title={`Join ${invitation.store.name}`}
      lead={`As ${invitation.email}: ${roleWords[invitation.role].can}`}
    >
      <form onSubmit={submit}>
        <Stack>
          <NewPersonFields form={form} />
          <Text size="sm" c="dimmed">
            You have an account here already? Enter its password. The invitation is good until{' '}
            {formatDate(invitation.expires_at)}.
          </Text>
          {accept.isError && <FormFault>{messageOf(accept.error)}</FormFault>}
          <Button type="submit" size="md" loading={accept.isPending}>
            Join
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function Unknown() {
  return (
    <Entrance title="This invitation is gone" lead="It was used, withdrawn, or its seven days are over.">
      <Text mb="md">Ask the owner of the store for a new one.</Text>
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>Sign in instead</Anchor>
    </Entrance>
  );
}
