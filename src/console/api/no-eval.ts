import * as z from 'zod/mini';

// zod probes once for `new Function`, and the page's policy would report that as a violation. Import this before any
// schema is created.
z.config({ jitless: true });
