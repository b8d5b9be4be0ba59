// Tests: test/browser/dashboard.test.ts.
import { Button, Text } from '@mantine/core';
import type { SessionAnswer } from '../api/answers.ts';
import { useSignOut } from '../api/session.ts';
import { Entrance } from '../pages/entrance/entrance.tsx';
import { NewStoreForm } from '../pages/settings/new-store-form.tsx';

/**
 * Shown to a person without a store: an operator creates the first one (`POST /stores`), any other person is asked to
 * request an invitation.
 */
export function FirstStore({ session }: { readonly session: SessionAnswer }) {
  const signOut = useSignOut();
  if (session.user.is_operator) {
    return (
      <Entrance title="Create your first store" lead="A store is one catalog with its own keys.">
        <NewStoreForm />
      </Entrance>
    );
  }
  return (
    <Entrance title="No store yet" lead={`You are signed in as ${session.user.email}.`}>
      <Text mb="md">You are a member of no store. Ask an owner to invite you again.</Text>
      <Button variant="default" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </Entrance>
  );
}
