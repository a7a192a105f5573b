"""Where frames come from: USB camera, file, folder, video, URL."""
