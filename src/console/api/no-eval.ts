import * as z from 'zod/mini';

// zod compiles validators with `new Function` and probes for it once; the page's policy has no unsafe-eval, so the probe
// alone would be a reported violation. It has to be said before the first schema is made: import this before any.
z.config({ jitless: true });
