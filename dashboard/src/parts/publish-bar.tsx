// Tests: test/browser/dashboard-query.test.ts, test/browser/dashboard-ranking.test.ts.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LeavingDialog } from './leaving-dialog.tsx';
import classes from './publish-bar.module.css';

interface PublishBarProps {
  /** What a draft changes; null without one. */
  readonly draft: ReactNode;
  /** Says what is lost if the page is left with a draft. */
  readonly loss: string;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  readonly onPublish: () => void;
  /** Takes the last published change back; null without one. */
  readonly onUndo: (() => void) | null;
  /** Stands between the draft and the buttons: why it was not published. */
  readonly children?: ReactNode;
}

/**
 * Publishes a draft or discards it, and takes the last published change back. It stays in sight while there is a draft, and leaving the
 * page asks first. Without a draft and a change to take back it shows nothing. The calls are the page's task.
 */
export function PublishBar(props: PublishBarProps) {
  const { draft, loss, isPending, onDiscard, onPublish, onUndo, children } = props;
  return (
    // There from the beginning: what comes into it is read aloud.
    <div className={classes.announced} aria-live="polite">
      {(draft !== null || onUndo !== null) && (
        <section className={classes.publish} aria-label="Publish">
          {draft === null ? (
            <Text size="sm">Published. Shoppers see it now.</Text>
          ) : (
            <Text size="sm">
              <b>Not published yet:</b> {draft}
            </Text>
          )}
          {children}
          <Group gap="xs">
            {draft === null && onUndo !== null && (
              <Button variant="default" loading={isPending} onClick={onUndo}>
                Undo
              </Button>
            )}
            {draft !== null && (
              <>
                <LeavingDialog title="Leave without publishing?">{loss}</LeavingDialog>
                <Button variant="default" disabled={isPending} onClick={onDiscard}>
                  Discard
                </Button>
                <Button loading={isPending} onClick={onPublish}>
                  Publish
                </Button>
              </>
            )}
          </Group>
        </section>
      )}
    </div>
  );
}
