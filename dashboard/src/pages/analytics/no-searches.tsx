import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';

/** Before anybody has searched: what brings the first figures. */
export function NoSearches() {
  const { storeId } = useStore();
  return (
    <Panel title="Nothing counted yet">
      <EmptyNote
        icon="analytics"
        title="Nobody has searched in this period"
        action={
          <Button renderRoot={(props) => <Link to="/stores/$storeId/keys" params={{ storeId }} {...props} />}>
            Put the search box into your shop
          </Button>
        }
      >
        As soon as shoppers type in your shop, their searches show here within seconds. Leave the widget’s
        tracking on and their clicks show too. What you try in the playground is not counted.
      </EmptyNote>
    </Panel>
  );
}
