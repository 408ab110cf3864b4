import { isHeldPayout } from './kinds.ts';
import { payoutContent } from './payouts.ts';
import type { HeldContent, HeldItem } from './store.ts';

/** What is held, as it is sent. */
export function contentToSend({ content, operation, heldUntil }: HeldItem): HeldContent {
  if (!content) throw new Error('what is held has no content');
  return isHeldPayout(operation) ? payoutContent(operation, content, heldUntil) : content;
}
