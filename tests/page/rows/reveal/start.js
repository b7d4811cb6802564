Reveal.initialize({ plugins: [RevealMarkdown], hash: true, transition: "none" });
