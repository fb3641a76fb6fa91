// Shows /openapi.json. Everything is put on the page as text, never as markup.
(function () {
  "use strict";

  function el(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (v === true) e.setAttribute(k, "");
      else if (v !== undefined && v !== false) e.setAttribute(k, v);
    }
    for (const c of children.flat()) if (c !== undefined && c !== null) e.append(c);
    return e;
  }

  // Inline marks of descriptions: `code` and [text](/path).
  function inline(text) {
    return text.split(/(`[^`]*`|\[[^\]]+\]\(\/[^)]*\))/).filter(Boolean).map((part) => {
      if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
      const link = part.match(/^\[([^\]]+)\]\((\/[^)]*)\)$/);
      return link ? el("a", { href: link[2] }, link[1]) : part;
    });
  }

  function prose(text) {
    return (text || "").split(/\n\n+/).map((block) => {
      const lines = block.split("\n");
      if (lines.every((l) => l.startsWith("- "))) return el("ul", {}, lines.map((l) => el("li", {}, inline(l.slice(2)))));
      return el("p", {}, inline(block));
    });
  }

  function json(value) {
    return el("pre", { tabindex: "0" }, el("code", {}, JSON.stringify(value, null, 2)));
  }

  let spec;

  function resolve(schema) {
    while (schema && schema.$ref) schema = spec.components.schemas[schema.$ref.split("/").pop()];
    return schema || {};
  }

  function typeName(schema) {
    if (schema.$ref) return schema.$ref.split("/").pop();
    const type = [].concat(schema.type || []).join(" or ");
    if (type.startsWith("array")) return "list of " + typeName(schema.items || {});
    return schema.format === "date-time" ? type.replace("string", "time") : type;
  }

  function limits(s) {
    const out = [];
    if (s.enum) out.push("one of " + s.enum.map((v) => "`" + v + "`").join(", "));
    if (s.minimum !== undefined && s.maximum !== undefined) out.push(s.minimum + " to " + s.maximum);
    else if (s.minimum !== undefined) out.push("at least " + s.minimum);
    if (s.maxLength !== undefined) out.push("at most " + s.maxLength + " characters");
    if (s.maxItems !== undefined) out.push("at most " + s.maxItems + " items");
    return out.length ? out.join("; ") + "." : "";
  }

  function fields(schema, seen) {
    const s = resolve(schema);
    const required = new Set(s.required || []);
    const names = Object.keys(s.properties || {}).sort((a, b) => required.has(b) - required.has(a));
    return el("ul", { class: "fields" }, names.map((name) => {
      const p = s.properties[name];
      const target = resolve(p.items || p);
      const ref = (p.items || p).$ref;
      const nested = target.properties && !(ref && seen.includes(ref));
      return el("li", {},
        el("code", {}, name), el("span", { class: "type" }, typeName(p)),
        required.has(name) ? el("span", { class: "required" }, "required") : null,
        p.description || limits(p) ? el("p", {}, inline([p.description, limits(p)].filter(Boolean).join(" "))) : null,
        nested ? fields(target, ref ? seen.concat(ref) : seen) : null);
    }));
  }

  function parameters(list) {
    return el("ul", { class: "fields" }, list.map((p) => el("li", {},
      el("code", {}, p.name), el("span", { class: "type" }, "in " + p.in),
      p.required ? el("span", { class: "required" }, "required") : null,
      el("p", {}, inline([p.description, limits(p.schema || {})].filter(Boolean).join(" "))))));
  }

  function body(title, media) {
    if (!media || !media.schema) return [];
    const list = fields(media.schema, [media.schema.$ref]);
    return [el("h3", {}, title), media.example ? json(media.example) : null, list.children.length ? list : null];
  }

  function operation(path, method, op) {
    const inside = el("div", { class: "inside" });
    const details = el("details", { class: "operation", id: op.operationId },
      el("summary", {}, el("span", { class: "method " + method }, method), el("code", {}, path), el("span", {}, op.summary)), inside);
    let built = false;
    details.addEventListener("toggle", () => {
      if (built || !details.open) return;
      built = true;
      inside.append(...prose(op.description));
      if ((op.parameters || []).length) inside.append(el("h3", {}, "Parameters"), parameters(op.parameters));
      const request = op.requestBody && op.requestBody.content["application/json"];
      inside.append(...body("Body", request).filter(Boolean));
      const problems = [];
      for (const [status, r] of Object.entries(op.responses)) {
        const ok = (r.content || {})["application/json"];
        if (ok) inside.append(...body("Answer " + status, ok).filter(Boolean));
        else problems.push(el("li", {}, el("span", { class: "status" }, status + " "), inline(r.description)));
      }
      if (problems.length) inside.append(el("h3", {}, "Problems"), el("ul", { class: "fields" }, problems));
    });
    return details;
  }

  function show() {
    const main = document.getElementById("content");
    const index = document.getElementById("index");
    main.replaceChildren(el("h1", {}, spec.info.title + " API"), ...prose(spec.info.description));
    const entries = [];
    for (const tag of spec.tags) {
      const group = el("section", {}, el("h2", { class: "tag" }, tag.name));
      const links = el("div", {}, el("h2", {}, tag.name));
      for (const [path, item] of Object.entries(spec.paths)) {
        for (const [verb, op] of Object.entries(item)) {
          if (!op.operationId || !op.tags.includes(tag.name)) continue;
          const node = operation(path, verb.toUpperCase(), op);
          const link = el("a", { href: "#" + op.operationId }, op.summary);
          link.addEventListener("click", () => { node.open = true; });
          group.append(node);
          links.append(link);
          entries.push({ node, link, group, links, text: (path + " " + op.summary + " " + op.operationId).toLowerCase() });
        }
      }
      main.append(group);
      index.append(links);
    }
    const find = document.getElementById("find");
    find.addEventListener("input", () => {
      const wanted = find.value.trim().toLowerCase();
      index.classList.toggle("found", wanted !== "");
      const groups = new Map();
      for (const e of entries) {
        const hit = e.text.includes(wanted);
        e.node.hidden = e.link.hidden = !hit;
        groups.set(e, hit);
      }
      for (const e of entries) {
        const any = entries.some((o) => o.group === e.group && groups.get(o));
        e.group.hidden = e.links.hidden = !any;
      }
    });
    const open = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target && target.matches("details")) { target.open = true; target.scrollIntoView(); }
    };
    window.addEventListener("hashchange", open);
    open();
  }

  fetch("/openapi.json").then((r) => {
    if (!r.ok) throw new Error("status " + r.status);
    return r.json();
  }).then((s) => { spec = s; show(); }).catch((e) => {
    document.getElementById("content").replaceChildren(el("p", { role: "alert" }, "The document cannot be shown: " + e.message + "."));
  });
})();
