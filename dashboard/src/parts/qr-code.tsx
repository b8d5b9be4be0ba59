// Tests: test/browser/dashboard-second-factor.test.ts.
import { qrModules } from './qr-modules.ts';

interface QrCodeProps {
  readonly text: string;
  /** Says what the code is for, since a screen reader cannot read it. */
  readonly label: string;
}

/** Squares of the quiet zone, which readers need on each side. */
const quiet = 4;

/** A QR code, dark on white in both colour schemes. Nothing where the text is too long for one. */
export function QrCode({ text, label }: QrCodeProps) {
  const modules = qrModules(text);
  if (modules === null) return null;
  const size = modules.length + 2 * quiet;
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8, maxWidth: '100%' }}
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
