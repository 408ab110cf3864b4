import GlobalStyles from '@mui/material/GlobalStyles';

const paper = {
  '@media print': {
    '@page': { margin: '12mm' },
    'body, main': { background: '#fff !important', color: '#000 !important', padding: '0 !important' },
    'header, nav, [data-screen], [data-progress]': { display: 'none !important' },
    // The frame's own bar, not a page with a breadcrumb.
    ':not(main *):has(> nav)': { display: 'none !important' },
    main: { gridColumn: '1 / -1' },
    'tr, section': { breakInside: 'avoid' },
  },
} as const;

const small = { '@media print': { main: { zoom: 0.72 } } } as const;

/** Prints a page black on white, without bars and other parts that are only for the screen; `isSmall`, to fit one sheet. */
export const OnPaper = ({ isSmall = false }) => <GlobalStyles styles={isSmall ? [paper, small] : paper} />;
