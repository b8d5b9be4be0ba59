// Tests: test/browser/dashboard-analytics.test.ts.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';

/**
 * Shown instead of figures for a period without searches: it says how to add the search box to the shop. Makes no call.
 */
export function NoSearches() {
  const { storeId } = useStore();
  return (
    <Panel title="Nothing counted yet">
      <EmptyNote
        icon="analytics"
        title="No searches in this period"
        action={
          <Button
            renderRoot={(props) => <Link to="/stores/$storeId/install" params={{ storeId }} {...props} />}
          >
            Add the search box to your shop
          </Button>
        }
      >
        Searches in your shop show here within seconds. Clicks show too while the widget’s tracking is on. The
        dashboard itself is not counted.
      </EmptyNote>
    </Panel>
  );
}
