/** Says how a shop of each system sends its orders: what to do there, step by step, and what to try where none arrive. Pure text. */
// Tests: test/browser/dashboard-shops.test.ts.
import type { OrderSender } from '../../../contract/words/feeds.ts';
import type { ShopStep } from './shops.ts';

/** The words about orders of one system. */
export interface OrderWords {
  readonly steps: readonly ShopStep[];
  /** What the system calls the address. */
  readonly addressLabel: string;
  /** Whether the secret is made here and pasted there, or the other way round. */
  readonly isMadeHere: boolean;
  /** What to try while no order came. */
  readonly hint: string;
}

/** The words about each system that sends orders. */
export const orderWords: Readonly<Record<OrderSender, OrderWords>> = {
  woocommerce: {
    steps: [
      {
        path: ['WooCommerce', 'Settings', 'Advanced', 'Webhooks'],
        text: 'Choose Add webhook, the status Active and the topic Order updated.',
      },
      { path: ['Delivery URL'], text: 'Paste the address below.' },
      { path: ['Secret'], text: 'Make a secret below, paste it, and save the webhook.' },
    ],
    addressLabel: 'Delivery URL',
    isMadeHere: true,
    hint: 'Change the status of an order to Processing. If nothing arrives, see WooCommerce, Status, Logs: the answer there says why.',
  },
  shopify: {
    steps: [
      {
        path: ['Settings', 'Notifications', 'Webhooks'],
        text: 'Choose Create webhook, the event Order payment and the format JSON.',
      },
      { path: ['URL'], text: 'Paste the address below, and save.' },
      { path: ['Webhooks'], text: 'Copy the secret that webhooks are signed with, and save it below.' },
    ],
    addressLabel: 'URL',
    isMadeHere: false,
    hint: 'Choose Send test notification at the webhook. If nothing arrives, copy the secret again.',
  },
};
