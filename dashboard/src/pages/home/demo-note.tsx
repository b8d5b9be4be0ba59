// Tests: test/browser/demo-store.test.ts.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon.tsx';
import { useStore } from '../../shell/current-store.ts';

/** Says on the home page of the demo store that everything in it is invented, and leads operators to a store of their own. Makes no call. */
export function DemoNote() {
  const { user } = useStore();
  return (
    <Alert color="pine" variant="light" icon={<Icon name="info" />} title="This is a demo store">
      <Text size="sm">
        Its products are invented and no real shopper sees it, so try everything.{' '}
        <Anchor size="sm" underline="always" href="/demo">
          Open the demo shop
        </Anchor>{' '}
        to search in it; what you change here shows there.
      </Text>
      {user.is_operator && (
        <Group mt="sm">
          <Button renderRoot={(props) => <Link to="/new-store" {...props} />}>Create your own store</Button>
        </Group>
      )}
    </Alert>
  );
}
