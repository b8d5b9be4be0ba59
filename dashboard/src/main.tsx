/**
 * Starts the dashboard: one page, whose address says what it shows. It passes the nonce of the page to libraries that
 * write styles, since the page’s policy refuses others. Throws if the page lacks the element that it draws into.
 */
// Tests: test/browser/dashboard.test.ts.
import './layers.css';
import '@fontsource-variable/figtree/wght.css';
import './mantine.css';
import '@mantine/notifications/styles.layer.css';
import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The name under which libraries that write style elements look for the page's nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no place for the dashboard');
createRoot(root).render(<App nonce={nonce} />);
