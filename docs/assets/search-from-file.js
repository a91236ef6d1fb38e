// Lets the site's search run when pages are opened as files: browsers start no worker threads there,
// so a hidden frame runs the worker's script instead. Served pages use a real worker.
(() => {
  if (location.protocol !== "file:") return;

  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const scope = this.frame.contentWindow;
      this.ready = new Promise((resolve) => (this.frame.onload = resolve));
      window.addEventListener("message", (event) => {
        if (event.source !== scope) return;
        const copy = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(copy);
        if (this.onmessage) this.onmessage(copy);
      });
      scope.document.open();
      scope.document.write(`<!doctype html><script>
        var IFrameWorker = parent.IFrameWorker;
        var postMessage = (data) => parent.dispatchEvent(
          new parent.MessageEvent("message", { data, source: window }));
        var importScripts = (...urls) => urls.reduce((before, url) => before.then(() =>
          new Promise((resolve, reject) => {
            const script = document.createElement("script");
            script.src = url;
            script.onload = resolve;
            script.onerror = reject;
            document.head.append(script);
          })), Promise.resolve());
      </script><script src="${url}"></script>`);
      scope.document.close();
    }

    postMessage(data) {
      this.ready.then(() => {
        const scope = this.frame.contentWindow;
        scope.dispatchEvent(new scope.MessageEvent("message", { data }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
})();
