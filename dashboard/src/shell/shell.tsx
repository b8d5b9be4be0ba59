// Tests: test/browser/dashboard.test.ts.
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { StoreSummary } from '../api/answers.ts';
import { Icon } from '../parts/icon.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton, usePalette } from './palette-button.tsx';
import classes from './shell.module.css';
import { StoreSwitcher } from './store-switcher.tsx';

const SideDrawer = lazy(async () => ({ default: (await import('./side-drawer.tsx')).SideDrawer }));

interface ShellProps {
  readonly stores: readonly StoreSummary[];
  readonly children: ReactNode;
}

/** The navigation beside the page; on a narrow screen a button opens it. Makes no call. */
export function Shell({ stores, children }: ShellProps) {
  const [isOpen, drawer] = useDisclosure(false);
  // The drawer is fetched when somebody comes near its button: wide screens never need it.
  const [isNear, setNear] = useState(false);
  const { open, palette } = usePalette();
  const { pathname } = useLocation();
  // Close the navigation once a page was chosen.
  useEffect(() => {
    if (pathname !== '') drawer.close();
  }, [pathname, drawer.close]);
  const side = (
    <>
      <StoreSwitcher stores={stores} />
      <PaletteButton onOpen={open} />
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
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open the menu"
          onFocus={() => setNear(true)}
          onPointerEnter={() => setNear(true)}
          onClick={() => {
            setNear(true);
            drawer.open();
          }}
        >
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
      {isNear && (
        <Suspense>
          <SideDrawer isOpen={isOpen} onClose={drawer.close}>
            {side}
          </SideDrawer>
        </Suspense>
      )}
      <main id="page" tabIndex={-1} className={classes.page}>
        {children}
      </main>
      {palette}
    </div>
  );
}
