import { Anchor, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../parts/page-header.tsx';

/** An address that shows nothing. */
export function LostPage() {
  return (
    <Center component="main" mih="70vh" p="lg">
      <Stack gap="xs">
        <PageHeader title="There is nothing here" />
        <Text>The address may be mistyped, or the page is gone.</Text>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Back to the overview</Anchor>
      </Stack>
    </Center>
  );
}
