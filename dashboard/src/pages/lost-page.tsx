// Tests: test/browser/dashboard.test.ts.
import { Anchor, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../parts/page-header.tsx';

/** Shown for an address without a page, and for a store that the person does not belong to. Makes no call. */
export function LostPage() {
  return (
    <Center component="main" mih="70vh" p="lg">
      <Stack gap="xs">
        <PageHeader title="There is nothing here" />
        <Text>The address may be mistyped, or the page is gone.</Text>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Back to Home</Anchor>
      </Stack>
    </Center>
  );
}
