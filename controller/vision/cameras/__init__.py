"""Where pictures come from. One interface, :class:`~controller.vision.cameras.camera.Camera`; many sources."""
