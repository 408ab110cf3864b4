// The theme chosen in the account menu, or the system's.
(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)');
  // Where the browser stores nothing: as chosen in this page, until then the system's.
  var unstored;
  function apply(event) {
    if (event && event.key === 'theme') unstored = event.newValue;
    var chosen;
    try {
      chosen = localStorage.getItem('theme');
    } catch {
      chosen = unstored;
    }
    if (chosen !== 'light' && chosen !== 'dark') chosen = dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-theme', chosen);
  }
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  // A person who signed out sees nothing of the console.
  if (location.pathname === '/signed-out') document.documentElement.setAttribute('data-signed-out', '');
  // No script of the console can say this if one of them did not load.
  addEventListener(
    'error',
    function (event) {
      var note = document.querySelector('.shell-wait');
      if (!note || !(event.target instanceof HTMLScriptElement)) return;
      note.textContent = 'The console could not be loaded. Check your connection and reload the page.';
      note.style.animation = 'none';
    },
    true,
  );
})();
