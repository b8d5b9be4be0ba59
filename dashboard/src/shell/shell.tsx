// Tests: test/browser/dashboard.test.ts.
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { StoreSummary } from '../api/answers.ts';
import { Icon } from '../parts/icon.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import classes from './shell.module.css';
import { StoreSwitcher } from './store-switcher.tsx';

interface ShellProps {
  readonly stores: readonly StoreSummary[];
  readonly children: ReactNode;
}

/** The navigation beside the page; on a narrow screen a button opens it. Makes no call. */
export function Shell({ stores, children }: ShellProps) {
  const [isOpen, drawer] = useDisclosure(false);
  const { pathname } = useLocation();
  // Close the navigation once a page was chosen.
  useEffect(() => {
    if (pathname !== '') drawer.close();
  }, [pathname, drawer.close]);
  const side = (
    <>
      <StoreSwitcher stores={stores} />
      <PaletteButton />
      <Navigation />
      <AccountMenu />
    </>
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <section className={classes.bar} aria-label="Menu bar">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the menu" onClick={drawer.open}>
          <Icon name="menu" size={22} />
        </ActionIcon>
        <Wordmark />
      </section>
      <aside className={classes.side} aria-label="Store">
        <div className={classes.brand}>
          <Wordmark />
        </div>
        {side}
      </aside>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size={280}
        title={<Wordmark />}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        classNames={{ body: classes.drawer ?? '' }}
      >
        {side}
      </Drawer>
      <main id="page" tabIndex={-1} className={classes.page}>
        {children}
      </main>
    </div>
  );
}
